import { chmodSync, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { digestOfSources, root } from './digest.mjs'
import { noticesOf } from './notices.mjs'

/** Built aside and put in place at the end, so that nobody ever runs half a program. */
const out = join(root, `dist.${process.pid}`)
const from = (path) => join(root, path)

const define = { 'process.env.NODE_ENV': '"production"' }

const input = {
  cwd: root,
  platform: 'node',
  transform: { target: 'node20.12', define },
  // The parser's CommonJS form loads its parts by names that no bundler sees.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  // Only the native parts of the SQLite driver stay in their packages.
  external: ['bindings'],
  checks: { ineffectiveDynamicImport: false },
}
const output = { dir: out, minify: true, comments: false, sourcemap: false }

/** Chunks by the folders of their sources: a few large chunks start faster than many small ones. */
const groups = [
  chunk('daily', [
    'src/(?:config|actor|operations/catalogue|faces/cli/(?:run|builtins|say))',
    'src/(?:entry/(?:absent-store|admission|agent-session|hooking|lazy-panes)|drivers/processes)',
    'src/operations/(?:mail/(?:send|inbox|count|status-line|read|next|wait|inject|ack)|roster/(?:prime|beat)|sessions/(?:in-session|hear-of))',
    'store/sqlite/(?:sqlite-store|upkeep/tending)',
  ]),
  chunk('text', ['src/faces/cli/print/.*']),
  chunk('store', ['store/sqlite/.*']),
  chunk('formats', ['src/formats/.*']),
  // Only `describe` loads the schemas of values, and Zod with them.
  chunk('operations', ['src/operations/(?!.*schema).*']),
  chunk('cli', ['src/faces/cli/(?!.*schema).*']),
]

/** A chunk of modules with all that they import statically. An earlier chunk takes precedence. */
function chunk(name, paths) {
  return { name, test: new RegExp(`^${root}/(?:${paths.join('|')})\\.ts$`) }
}

/**
 * Parts of Ink that the screen replaces. Ink measures and cleans all text in every frame, which takes more than half of the
 * frame's time: our measures remember recent lines, and only sanitised text reaches Ink. React's developer tools stay out.
 */
const partsOfInk = {
  name: 'parts-of-ink',
  resolveId(id, importer = '') {
    if (id === 'widest-line') return from('components/ink/widest-line.ts')
    if (!/\/ink\/build\/[^/]+$/.test(importer)) return null
    if (id === './measure-text.js') return from('components/ink/measure-text.ts')
    return id === './sanitize-ansi.js' || id === './devtools.js' ? '\0unchanged' : null
  },
  load: (id) => (id === '\0unchanged' ? 'export default (text) => text' : null),
}

/** The MCP server would bring Ajv for what clients enter into forms, and we ask for none. Node's own `process` stays. */
const partsOfMcp = {
  name: 'parts-of-mcp',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? '\0shims' : null),
  load: (id) => (id === '\0shims' ? shims : null),
}
const shims = "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}"

/** The commands, as CommonJS: it starts faster, and V8's code can be kept for it on every Node. */
const commands = [
  {
    ...input,
    external: [...input.external, './entry/screen.ts'],
    input: { program: from('src/main.ts'), 'mailbox-worker': from('src/entry/mailbox-thread/worker.ts') },
    plugins: [partsOfMcp],
  },
  {
    ...output,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
    paths: (id) => (id.endsWith('/screen.ts') ? './screen.mjs' : id),
  },
]

/** The screen, as one ES module: Ink and its layout engine use top-level await. */
const screen = [
  {
    ...input,
    // The layout engine would fetch the code that it carries, for which Node loads an HTTP client.
    transform: { ...input.transform, define: { ...define, fetch: 'undefined' } },
    input: { screen: from('src/entry/screen.ts') },
    plugins: [partsOfInk],
  },
  {
    ...output,
    format: 'esm',
    entryFileNames: '[name].mjs',
    codeSplitting: false,
  },
]

rmSync(out, { recursive: true, force: true })
const modules = []
for (const [inputs, outputs] of [commands, screen]) {
  const bundle = await rolldown(inputs)
  const written = await bundle.write(outputs)
  modules.push(...written.output.flatMap((one) => one.moduleIds ?? []))
  await bundle.close()
}
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf(modules))
writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'commonjs', digest: digestOfSources() }))
copyFileSync(from('src/dev/launcher.cjs'), join(out, 'watchpost.js'))
copyFileSync(from('src/dev/kept-code.cjs'), join(out, 'kept-code.js'))
chmodSync(join(out, 'watchpost.js'), 0o755)
rmSync(join(root, 'dist'), { recursive: true, force: true })
renameSync(out, join(root, 'dist'))
