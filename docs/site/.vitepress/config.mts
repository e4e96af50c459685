// The documentation site. tools/docs gathers its pages in build/docs-src: those of docs/, those of docs/site/pages, and the
// reference that is made from headers and stub files. Nothing is fetched from other hosts, and the search works offline.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const root = new URL('../../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
const reference = JSON.parse(readFileSync(new URL('build/docs-src/reference.json', root), 'utf8')) as { text: string; link: string }[];

export default defineConfig({
  srcDir: '../../build/docs-src',
  outDir: '../../build/docs',
  cacheDir: '../../build/docs-cache',
  base: process.env['KINE_DOCS_BASE'] ?? '/', // where the site will lie: KINE_DOCS_BASE=/kine/ tools/docs
  title: 'kine',
  description: 'Real-time inverse kinematics for characters and robots',
  lang: 'en-GB',
  cleanUrls: false,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Blocks without a language may be scrolled by the keyboard too.
    config: (md) => {
      md.renderer.rules.code_block = (tokens, index) => `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
    },
  },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // What lies beside the pages and is made apart from them.
  ignoreDeadLinks: [/^\.?\/?studio\//],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'First ten minutes', link: '/start/cpp' },
      { text: 'Which solver', link: '/solvers/' },
      { text: 'Reference', link: reference[0]?.link ?? '/' },
      { text: version, link: '/changelog' },
    ],
    sidebar: [
      {
        text: 'First ten minutes',
        items: [
          { text: 'C++', link: '/start/cpp' },
          { text: 'C', link: '/start/c' },
          { text: 'Python', link: '/python' },
          { text: 'JavaScript', link: '/start/javascript' },
        ],
      },
      {
        text: 'Guides',
        items: [
          { text: 'Ten words', link: '/concepts' },
          { text: 'Which solver', link: '/solvers/' },
          { text: 'Robots', link: '/robots' },
          { text: 'Walking', link: '/walking' },
          { text: 'Add a gait', link: '/add_a_gait' },
          { text: 'Clips', link: '/clips' },
          { text: 'Many at once', link: '/batch' },
          { text: 'On another body', link: '/retargeting' },
          { text: 'Formats', link: '/formats' },
          { text: 'Conventions', link: '/conventions' },
          { text: 'The studio', link: '/studio' },
          { text: 'The C API', link: '/c_api' },
          { text: 'Packages', link: '/packages' },
        ],
      },
      {
        text: 'Lessons',
        items: [
          { text: 'Lander’s arm', link: '/lessons/landers_arm' },
          { text: 'The Jacobian from scratch', link: '/lessons/jacobian' },
        ],
      },
      {
        text: 'What to count on',
        items: [
          { text: 'Performance', link: '/performance' },
          { text: 'Reliability', link: '/reliability' },
          { text: 'Security', link: '/security' },
          { text: 'Errata', link: '/errata' },
          { text: 'Architecture', link: '/architecture' },
          { text: 'Changelog', link: '/changelog' },
          { text: 'API changes', link: '/api_changes' },
        ],
      },
      { text: 'Reference', items: reference },
    ],
  },
});
