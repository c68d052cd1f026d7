#include "web/assets.h"
#include "web/web.h"

#include <string.h>

void comb_web_asset(const struct comb_request *request, struct comb_reply *reply)
{
    const struct comb_client *client = request->client;
    for (const struct comb_asset *asset = comb_assets; asset->path; asset++)
        if (strcmp(asset->path, request->path) == 0) {
            reply->status = 200;
            reply->type = asset->type;
            reply->tag = asset->tag;
            reply->gzipped = client->accepts_gzip;
            reply->data = reply->gzipped ? asset->gzipped : asset->data;
            reply->length =
                (size_t)((reply->gzipped ? asset->gzipped_end : asset->end) - (const unsigned char *)reply->data);
            return;
        }
    comb_reply_refuse(reply, 404, "not found");
}
