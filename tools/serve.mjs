// node tools/serve.mjs FOLDER [--port N] [--under /path/]: serves a folder of plain files on localhost and prints the
// address. Only what lies in the folder, only to this machine. When the port is taken, the next free one is used.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The file that an address means, or undefined: nothing outside the folder, and no folder without an index. */
async function fileOf(folder, under, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith(under) || path.includes('\0')) return undefined;
  try {
    let file = await realpath(join(folder, path.slice(under.length)));
    if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
    const inside = file === folder || file.startsWith(folder + sep);
    return inside && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Serves the folder; resolves to its address and a function that ends it. */
export async function serve(folder, { port = 0, under = '/' } = {}) {
  const root = await realpath(folder);
  const server = createServer(async (request, response) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? await fileOf(root, under, request.url) : undefined;
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('There is nothing here.\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': (await stat(file)).size,
      'Cache-Control': 'no-cache',
      // A page on its own gets a finer clock, which the solves' microseconds are read from.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  for (let candidate = port; ; ++candidate) {
    try {
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(candidate, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || candidate > port + 100) throw error;
    }
  }
  return {
    address: `http://localhost:${server.address().port}${under}`,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href) {
  const [folder, ...rest] = process.argv.slice(2);
  const option = (name, otherwise) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : otherwise);
  if (!folder) {
    console.error('kine: say which folder to serve: node tools/serve.mjs FOLDER [--port N]');
    process.exit(2);
  }
  try {
    const { address } = await serve(folder, { port: Number(option('--port', 8080)), under: option('--under', '/') });
    console.log(`kine: the studio is at ${address} (Ctrl+C ends it)`);
  } catch (error) {
    console.error(`kine: ${folder} cannot be served: ${error.message}`);
    process.exit(1);
  }
}
