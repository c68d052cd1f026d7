/* Handlers of the routes (routes.c); each fills in the reply. Those of the library need a route with `library`. */
#ifndef COMB_REQUEST_HANDLERS_H
#define COMB_REQUEST_HANDLERS_H

#include "request/request.h"

comb_handler comb_handle_overview;
comb_handler comb_handle_games;
comb_handler comb_handle_verb;

comb_handler comb_handle_board;
comb_handler comb_handle_scene;
comb_handler comb_handle_picture;
comb_handler comb_handle_read;
comb_handler comb_handle_read_fix;

comb_handler comb_handle_words;
comb_handler comb_handle_words_lookup;
comb_handler comb_handle_words_own;
comb_handler comb_handle_words_add;
comb_handler comb_handle_words_ban;
comb_handler comb_handle_words_forget;
comb_handler comb_handle_words_build;
comb_handler comb_handle_words_add_list;
comb_handler comb_handle_words_remove_list;

comb_handler comb_handle_library;
comb_handler comb_handle_library_save;
comb_handler comb_handle_library_show;
comb_handler comb_handle_library_change;
comb_handler comb_handle_library_delete;
comb_handler comb_handle_library_undo;
comb_handler comb_handle_library_duplicates;
comb_handler comb_handle_library_count;
comb_handler comb_handle_library_import;
comb_handler comb_handle_library_export;

#endif
