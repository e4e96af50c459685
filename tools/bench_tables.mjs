// node tools/bench_tables.mjs NATIVE.json RELEASE.json PAGE.md: what `kine bench --method all --json` measured with two
// presets becomes the tables of a page, between its two marker lines. Usually called by tools/bench_tables.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const [nativeFile, releaseFile, page] = process.argv.slice(2);
const native = JSON.parse(readFileSync(nativeFile, 'utf8'));
const release = JSON.parse(readFileSync(releaseFile, 'utf8'));
const key = (r) => [r.set, r.seeds, r.method, r.tolerance].join(' ');
const portable = new Map(release.map((r) => [key(r), r]));

const time = (us) => (us < 0.0995 ? us.toFixed(3) : us < 9.995 ? us.toFixed(2) : us < 99.95 ? us.toFixed(1) : us.toFixed(0));
// All but wholly solved is not 100.
const percent = (p) => (p === 100 ? '100' : (Math.floor(p * 10) / 10).toFixed(1));
const times = (r) => [r.mean_us, r.median_us, r.p99_us, r.p999_us].map(time);

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

// One line a set and method. Sets judged at two tolerances show both percentages, and the times of the looser one.
function lines(rows) {
  const groups = new Map();
  for (const r of rows) {
    const name = r.seeds === 'given' ? r.set : `${r.set}, ${r.seeds}`;
    const id = `${name} ${r.method}`;
    if (!groups.has(id)) groups.set(id, { name, of: [] });
    groups.get(id).of.push(r);
  }
  return [...groups.values()].map(({ name, of }) => {
    const shown = of.reduce((a, b) => (b.tolerance > a.tolerance ? b : a));
    const other = portable.get(key(shown));
    const solved = of.map((r) => percent(r.solved_percent)).join(' / ');
    return [name, shown.method, solved, ...times(shown), ...(other ? times(other) : ['', '', '', '']), shown.iterations_mean.toFixed(1)];
  });
}

const timesHead = ['mean', 'median', 'p99', 'p99.9'];
const head = (solved) => ['set', 'method', solved, ...timesHead.map((t) => `${t} µs`), ...timesHead.map((t) => `${t}, release`), 'iterations'];

const isChain = (r) => 'links' in r && r.tolerance > 5e-5;
const isTrack = (r) => 'links' in r && !isChain(r);
const isArm = (r) => r.seeds !== 'given';
const isLimb = (r) => 'reached_flag_right_percent' in r;
const isBody = (r) => !('links' in r) && !isArm(r) && !isLimb(r);
const sections = [
  ['Limbs of two bones', isLimb, 'solved % at 1e-9', '`two-bone` is the kernel, timed in blocks; the others make a skeleton of each limb and know no pole.'],
  ['Chains', isChain, 'solved % at 1e-4 / 1e-3', 'Times and iterations are those at 1e-3.'],
  ['Tracks, frame by frame', isTrack, 'solved % at 5e-6', ''],
  ['Body, 18 segments, five targets', isBody, 'solved % at 1e-4 / 1e-3', 'Times and iterations are those at 1e-3.'],
  ['Arms, position and orientation, inside limits', isArm, 'solved % at 1e-5', 'One start each, without restarts.'],
];

// The exponent of the power law that fits best: least squares in logarithms.
function exponent(points) {
  const x = points.map((p) => Math.log(p[0])), y = points.map((p) => Math.log(p[1]));
  const mean = (v) => v.reduce((a, b) => a + b, 0) / v.length;
  const mx = mean(x), my = mean(y);
  return x.reduce((a, v, i) => a + (v - mx) * (y[i] - my), 0) / x.reduce((a, v) => a + (v - mx) ** 2, 0);
}

function growth() {
  const rows = [];
  for (const method of new Set(native.filter(isChain).map((r) => r.method))) {
    const of = (all) => all.filter((r) => isChain(r) && r.method === method && r.tolerance > 5e-4);
    const chains = of(native);
    if (new Set(chains.map((r) => r.links)).size < 3) continue;
    const fit = (all) => exponent(all.map((r) => [r.links, r.mean_us])).toFixed(2);
    const links = chains.map((r) => r.links);
    const least = Math.min(...chains.map((r) => r.solved_percent));
    rows.push([method, `${Math.min(...links)} to ${Math.max(...links)}`, `N^${fit(chains)}`, `N^${fit(of(release))}`, percent(least)]);
  }
  if (rows.length === 0) return '';
  return `### Growth with the number of links\n\nThe exponent that fits the mean times of the chains at 1e-3 best.\n\n${table(
    ['method', 'links', 'native', 'release', 'least solved %'], rows)}\n`;
}

// How much longer than usual the slowest warm solve in a thousand takes: what makes a frame late.
function tails() {
  const rows = native
    .filter((r) => r.method === 'jacobian' && (isTrack(r) || r.seeds === 'warm'))
    .map((r) => [r.set, (r.p999_us / r.median_us).toFixed(1), portable.has(key(r)) ? (portable.get(key(r)).p999_us / portable.get(key(r)).median_us).toFixed(1) : '']);
  if (rows.length === 0) return '';
  return `### Tails of warm solves\n\nThe 99.9th percentile as a multiple of the median, default method.\n\n${table(['set', 'native', 'release'], rows)}\n`;
}

function machine() {
  const info = (() => { try { return readFileSync('/proc/cpuinfo', 'utf8'); } catch { return ''; } })();
  const field = (name) => info.match(new RegExp(`^${name}\\s*: (.*)$`, 'm'))?.[1];
  const numbers = field('cpu family') ? ` (family ${field('cpu family')}, model ${field('model')})` : '';
  const compiler = (() => { try { return execFileSync('c++', ['-dumpfullversion']).toString().trim(); } catch { return 'unknown'; } })();
  const system = (() => { try { return readFileSync('/etc/os-release', 'utf8').match(/^PRETTY_NAME="(.*)"$/m)[1]; } catch { return process.platform; } })();
  return `one pinned thread of ${cpus()[0].model.trim()}${numbers}, ${cpus().length} processors, g++ ${compiler}, ${system}; load of the machine at the end ${loadavg()[0].toFixed(1)}`;
}

const parts = [`Measured on ${machine()}.\n`];
for (const [title, of, solved, note] of sections) {
  const rows = lines(native.filter(of));
  if (rows.length > 0) parts.push(`### ${title}\n\n${note ? `${note}\n\n` : ''}${table(head(solved), rows)}\n`);
}
parts.push(growth(), tails());

const begin = '<!-- begin: written by tools/bench_tables -->', end = '<!-- end: written by tools/bench_tables -->';
const text = readFileSync(page, 'utf8');
const first = text.indexOf(begin), last = text.indexOf(end);
if (first < 0 || last < first) {
  console.error(`kine: ${page} lacks the lines ${begin} and ${end}`);
  process.exit(1);
}
writeFileSync(page, `${text.slice(0, first + begin.length)}\n${parts.filter(Boolean).join('\n')}\n${text.slice(last)}`);
console.log(`kine: ${page}: ${native.length} lines of ${nativeFile}`);
