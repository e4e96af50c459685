// Every program of samples/js runs to its end. (What docs/ shows are pieces of them: tools/check/docs.)
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../samples/js/', import.meta.url);
for (const name of readdirSync(folder))
  test(`samples/js/${name}`, () => {
    execFileSync(execPath, ['--no-warnings', fileURLToPath(new URL(name, folder))], { stdio: 'pipe' });
  });
