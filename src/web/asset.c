#include "web/assets.h"
#include "web/web.h"

#include <string.h>

void comb_web_asset(const struct comb_request *request, struct comb_reply *reply)
{
    for (const struct comb_asset *asset = comb_assets; asset->path; asset++)
        if (strcmp(asset->path, request->path) == 0) {
            reply->status = 200;
            reply->type = asset->type;
            reply->tag = asset->tag;
            reply->data = asset->data;
            reply->length = (size_t)(asset->end - asset->data);
            return;
        }
    comb_reply_refuse(reply, 404, "nothing there");
}
