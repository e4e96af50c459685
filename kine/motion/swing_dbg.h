inline bool g_dbg = false;
