# Shared by the scripts of this folder: sourced, never run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=${KINE_JOBS:-$(nproc 2>/dev/null || echo 2)}
logs=build/logs

say() { printf 'kine: %s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

# Where the system's Node is too old for the page's tools, tools/setup puts a newer one here.
for folder in build/node/node_modules/node-linux-*/bin; do
  if [ -x "$folder/node" ]; then PATH=$PWD/$folder:$PATH; fi
done
# Node 20.19 or newer is what Vite needs.
node_is_new() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; }

# Our own C and C++ files below the given folders, one a line, in a fixed order.
sources() {
  local folder
  for folder in "$@"; do
    if [ -d "$folder" ]; then
      find "$folder" -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' \)
    fi
  done | LC_ALL=C sort
}

# Seconds since the time given (from now_ms), as 4.1
now_ms() { echo $(($(date +%s%N) / 1000000)); }
since() {
  local ms=$(($(now_ms) - $1))
  printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}

# What a reader needs of a build's log: each error and the two lines below it; the end of the log if there is none.
errors_of() {
  local found
  found=$(awk '/^\[[0-9]+\/[0-9]+\]|^ninja: build stopped/ { left = 0; next }
               /(^|[ :])([Ee]rror|ERROR)[ :]|undefined reference|multiple definition/ { left = 3 }
               left-- > 0 && shown++ < 30 { print substr($0, 1, 300) }' "$1")
  if [ -n "$found" ]; then printf '%s\n' "$found"; else sed '/^\[[0-9]*\/[0-9]*\]/d' "$1" | tail -n 30; fi
}
