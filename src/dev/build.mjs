import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildProgram } from './build-program.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** Built aside and put in place at the end, so that nobody ever runs half a program. */
const out = join(root, `dist.${process.pid}`)
const from = (path) => join(root, path)

/** The driver looks for its native part beside itself, where no bundle is: it is told where packages lie. */
const nativePart = {
  name: 'native-part',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bindings$/ }, ({ path }) => ({ path, namespace: 'native-part' }))
    onLoad({ filter: /./, namespace: 'native-part' }, () => ({
      contents: `
        const file = 'better-sqlite3/build/Release/better_sqlite3.node'
        const places = [__dirname + '/../node_modules/', __dirname + '/../../', __dirname + '/../../node_modules/']
        const near = places.find((place) => require('node:fs').existsSync(place + file))
        module.exports = () => {
          if (near === undefined) return require(file)
          // Where it lies is known: looking for it as for a package costs more than loading it.
          const native = { exports: {} }
          process.dlopen(native, near + file)
          return native.exports
        }
      `,
    }))
  },
}

/** `require` is at hand there, and what makes one for ES modules takes longer than a command's work. */
const lazyCrypto = {
  name: 'lazy-crypto',
  setup({ onLoad }) {
    onLoad({ filter: /store\/sqlite\/database\/crypto\.ts$/ }, () => ({
      contents: "export const loadCrypto = () => require('node:crypto')",
    }))
  },
}

/** The SDK brings a validator of JSON Schema for forms that servers ask clients to fill in: we ask for none. */
const noForms = {
  name: 'no-forms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'no-forms',
    }))
    onLoad({ filter: /./, namespace: 'no-forms' }, () => ({
      contents: `
        export { default as process } from 'node:process'
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('This server asks for no forms.') }
        }
      `,
    }))
  },
}

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.12',
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
  minifyWhitespace: true,
  // Names are read and kept with V8's cache: shorter ones make a start faster. Errors name themselves.
  minifyIdentifiers: true,
  legalComments: 'external',
  sourcemap: false,
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
  absWorkingDir: root,
}

const commonjs = {
  ...common,
  format: 'cjs',
  plugins: [nativePart, lazyCrypto],
}

/** What has a bundle of its own that stands alone. */
const alone = {
  [from('src/faces/cli/cold.ts')]: './cold.js',
  [from('src/entry/examination.ts')]: './examination.js',
  [from('src/entry/setting-up.ts')]: './setting-up.js',
  [from('src/entry/screen.ts')]: './tui.mjs',
  [from('src/entry/mcp.ts')]: './mcp.mjs',
  [from('src/entry/serving.ts')]: './server.js',
}

/** Ink asks for React's developer tools only when told to, and yet imports them. */
const noDeveloperTools = {
  name: 'no-developer-tools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'stub' }))
    onLoad({ filter: /./, namespace: 'stub' }, () => ({ contents: 'export default {}' }))
  },
}

/**
 * Ink measures and cleans every text in every frame anew, which took more than half of one, and never forgets one. In
 * their place stand measures that remember the lines of late, and for cleaning nothing: what reaches Ink is `Safe`, and
 * the screen writer parses what leaves it.
 */
const quickText = {
  name: 'quick-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^widest-line$/ }, () => ({ path: from('components/widest-line.ts') }))
    onResolve({ filter: /^\.\/measure-text\.js$/ }, ({ importer }) =>
      /ink\/build\/[^/]+$/.test(importer) ? { path: from('components/measure-text.ts') } : undefined,
    )
    onResolve({ filter: /^\.\/sanitize-ansi\.js$/ }, ({ importer }) =>
      /ink\/build\/[^/]+$/.test(importer) ? { path: 'sanitize-ansi', namespace: 'as-it-is' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'as-it-is' }, () => ({ contents: 'export default (text) => text' }))
  },
}

/** Read only once code is shown. */
const codeColours = {
  name: 'code-colours',
  setup({ onResolve }) {
    onResolve({ filter: /\/colour-code\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './code-colours.mjs', external: true } : undefined,
    )
  },
}

const esm = {
  ...common,
  format: 'esm',
  plugins: [nativePart, noDeveloperTools, quickText],
  // Ink's layout engine would fetch the code it has in itself, for which Node loads a whole HTTP client.
  define: { ...common.define, fetch: 'undefined' },
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;',
  },
}

const entries = [
  {
    ...commonjs,
    entryPoints: [from('src/faces/cli/cold.ts')],
    outfile: join(out, 'cold.js'),
  },
  {
    ...commonjs,
    entryPoints: [from('src/entry/examination.ts')],
    outfile: join(out, 'examination.js'),
  },
  {
    ...commonjs,
    entryPoints: [from('src/entry/setting-up.ts')],
    outfile: join(out, 'setting-up.js'),
    // The parser's CommonJS form loads its parts by names that no bundler sees.
    mainFields: ['module', 'main'],
  },
  {
    ...commonjs,
    entryPoints: [from('src/entry/serving.ts')],
    outfile: join(out, 'server.js'),
  },
  {
    ...esm,
    entryPoints: [from('store/worker/worker-entry.ts')],
    outfile: join(out, 'store-worker.mjs'),
  },
  {
    ...esm,
    entryPoints: [from('src/entry/screen.ts')],
    outfile: join(out, 'tui.mjs'),
    plugins: [...esm.plugins, codeColours],
  },
  {
    ...esm,
    entryPoints: [from('src/faces/tui/text/colour-code.ts')],
    outfile: join(out, 'code-colours.mjs'),
  },
  {
    ...esm,
    entryPoints: [from('src/entry/mcp.ts')],
    outfile: join(out, 'mcp.mjs'),
    plugins: [...(esm.plugins ?? []), noForms],
  },
  existsSync(from('src/dev/demo.ts')) && {
    ...esm,
    entryPoints: [from('src/dev/demo.ts')],
    outfile: join(out, 'dev/demo.js'),
  },
].filter(Boolean)

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
await Promise.all([
  ...entries.map((options) => build(options)),
  buildProgram({ root, out, options: commonjs, alone }),
])
writeFileSync(join(out, 'package.json'), '{"type":"commonjs"}\n')
if (existsSync(join(out, 'dev'))) writeFileSync(join(out, 'dev/package.json'), '{"type":"module"}\n')
const launcher = readFileSync(from('src/dev/launcher.cjs'), 'utf8')
// Certificates that a machine asks every Node to read at its start cost more than all that a command does.
writeFileSync(
  join(out, 'watchpost.js'),
  `#!/usr/bin/env -S WATCHPOST_CA_CERTS=\${NODE_EXTRA_CA_CERTS} NODE_EXTRA_CA_CERTS= node\n${launcher}`,
)
chmodSync(join(out, 'watchpost.js'), 0o755)
warm()
rmSync(join(root, 'dist'), { recursive: true, force: true })
renameSync(out, join(root, 'dist'))

/** Keeps what V8 compiles for the commands that agents run all day. */
function warm() {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-warm-'))
  const setUp = [['init'], ['agents', 'register', 'a'], ['agents', 'register', 'b']]
  const lines = [
    ['send', 'b', '-s', 'x', '-b', 'y', '--json', '--as', 'a'],
    ['inbox', '--json', '--as', 'b'],
    ['count', '--json', '--as', 'b'],
    ['status-line', '--as', 'b'],
    ['next', '--json', '--as', 'b'],
    null,
    ['owed', '--json', '--as', 'b'],
    ['inject', '--as', 'b'],
    ['send', 'b', '-s', 'x', '-b', 'y', '--again', '--as', 'a'],
    ['inbox', '--as', 'b'],
    ['next', '--json', '--as', 'b'],
    ['agents', '--json', '--as', 'b'],
    ['prime', '--as', 'b'],
    ['hook', '--as', 'b'],
  ]
  const run = (work) =>
    spawnSync(process.execPath, [from('src/dev/warm.cjs'), out, JSON.stringify(work)], {
      env: { PATH: process.env.PATH, HOME: folder, WATCHPOST_STORE: join(folder, 'store') },
      cwd: folder,
      encoding: 'utf8',
      input: JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: '' }),
    })
  run(setUp)
  const { status, stdout, stderr } = run(lines)
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) console.warn(`The program starts cold: ${stdout}${stderr}`)
}
