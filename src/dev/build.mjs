import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { digestOfSources, root } from './digest.mjs'
import { lateImports } from './late-imports.mjs'
import { libraryVariables } from './library-variables.mjs'
import { noticesOf } from './notices.mjs'
import { billOf, bundledPackages, installedPackages, readLock } from './shipped-packages.mjs'

/** Built aside and put in place at the end, so that nobody ever runs half a program. */
const out = join(root, `dist.${process.pid}`)
const from = (path) => join(root, path)

/** Chunks by the folders of their sources: a few large chunks start faster than many small ones. */
const groups = [
  // What every command runs, and those that run most often.
  chunk('program', [
    'src/main',
    'src/operations/mail/(?:inbox|count|status-line)',
    'src/(?:operations|services)/sessions/in-session',
    'src/faces/cli/(?:say|hook-fields)',
    'store/sqlite/(?:sqlite-store|upkeep/tending)',
    // What more than one of the next chunks needs.
    'src/(?:domain/(?:escalation-payload|first-few|handoff|newer|retraction-words|sender|addressing/sets|prompt/(?:answer-hint|fence|mail-parts))|(?:operations|services)/mark)',
    'store/sql/(?:arrivals|moving/role-mail|rows/(?:copies|letters|queue-rows|withheld))',
  ]),
  chunk('sending', ['src/operations/mail/send', 'store/sqlite/delivering', 'store/sql/roster/directory']),
  // Who runs this: looked at by what writes.
  chunk('place', ['src/drivers/(?:place|processes)']),
  chunk('agents', [
    'src/(?:entry/hooking|faces/cli/hook-command)',
    'src/operations/(?:mail/(?:read|next|wait|inject|ack)|roster/(?:prime|beat))',
    'src/(?:operations|services)/sessions/hear-of',
    'store/sql/(?:moving/settling|reading/newer|log/log|fleet/duties|sessions/session-work|roster/registrations)',
  ]),
  chunk('text', ['src/faces/cli/print/(?!print-statistics|print-adopted).*']),
  chunk('statistics', ['src/faces/cli/print/print-statistics']),
  chunk('search', [
    'src/operations/mail/search',
    'src/domain/query/query-match',
    'store/sqlite/search/search',
  ]),
  // Times as people write them, with the library for that.
  chunk('times', ['src/domain/natural-time']),
  chunk('help', ['src/faces/cli/(?:builtins|help)']),
  // Looked at only where something is typed into a pane.
  chunk('prompts', ['src/domain/prompt-line']),
  // A person's status line asks for it every few seconds.
  chunk('attention', [
    'src/services/attention/concerns',
    'store/sql/(?:reading/attention|debates/debates|desk/drafts|moving/loops|tasks/commissions|swarms/(?:peers|outbox))',
    'store/sqlite/(?:upkeep/upkeep|debates/decision-file)',
  ]),
  // Needed by commands and the screen alike.
  chunk('shared', [
    'src/domain/(?!routing/|alerts/|mail2/|definition-members|lost-peers|task-(?:state|end)|settings/(?:own-commands|notify-settings|field-arguments|program-runners)).*',
    'src/(?:operations|services|input)/(?:agent-named|drafts/value|read-times|within|operation)',
  ]),
  // Read where there is a file of settings, with all that it may name.
  chunk('settings', ['src/settings']),
  // Only `describe` loads the schemas of values, and Zod with them.
  chunk('operations', ['src/(?:operations|services|input)/(?!.*schema).*']),
  chunk('store', ['store/(?:sqlite|sql)/.*']),
  chunk('formats', ['src/formats/.*']),
  chunk('cli', ['src/faces/cli/(?!.*schema|completion/|compat/).*']),
  // A bell or a nudge is rung without the screen.
  chunk('panes', ['src/drivers/panes']),
  // A store is made and trusted without the screen.
  chunk('trust', ['src/entry/trusting']),
  // Loaded before the screen, so that the mailbox's thread starts while the screen loads; the thread and doors load it, too.
  chunk('threads', ['src/entry/mailbox-thread/(?:mailbox-thread|messages)', 'store/shared/far-clock']),
  // The stores that a person trusts, for the screen and the thread that looks into each.
  chunk('stores', ['src/entry/stores/known-stores', 'src/faces/tui/stores']),
  { name: 'string-width', test: /\/node_modules\/string-width\// },
  chunk('screen', ['src/entry/screen', 'src/faces/tui/(?!text/colour-code|store-look).*', 'components/.*']),
]

/** A chunk of modules with all that they import statically. An earlier chunk takes precedence. */
function chunk(name, paths) {
  return { name, test: new RegExp(`^${root}/(?:${paths.join('|')})\\.tsx?$|rolldown/runtime`) }
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
    if (id === 'yoga-layout') return from('components/ink/layout-engine.ts')
    return id === './sanitize-ansi.js' || id === './devtools.js' ? '\0unchanged' : null
  },
  load: (id) => (id === '\0unchanged' ? 'export default (text) => text' : null),
  transform(code, id) {
    if (id.endsWith('/ink/build/reconciler.js')) return withoutAwaits(code)
    // The layout engine would fetch the code that it carries, for which Node loads an HTTP client.
    return id.endsWith('/yoga-wasm-base64-esm.js') ? `const fetch = undefined;${code}` : null
  },
}

/** Ink awaits two things at its top level, both for developers of Ink. */
function withoutAwaits(code) {
  const parts = code.split(/await (?=import\('\.\/devtools\.js'\)|loadPackageJson\(\))/)
  if (parts.length !== 3) throw new Error('Ink has changed: look at its top-level awaits again.')
  return parts.join('')
}

/** The MCP server would bring Ajv for what clients enter into forms, and we ask for none. Node's own `process` stays. */
const partsOfMcp = {
  name: 'parts-of-mcp',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? '\0shims' : null),
  load: (id) => (id === '\0shims' ? shims : null),
}
const shims = "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}"

/**
 * Libraries that measure characters read Unicode's tables when they are loaded, which takes a tenth of the screen's start.
 * Here they read them for the first text that needs them.
 */
const lazyTables = {
  name: 'lazy-tables',
  transform(code, id) {
    if (!/\/(?:string-width\/index|slice-ansi\/tokenize-ansi|ansi-tokenize\/build\/tokenize)\.js$/.test(id))
      return null
    const segmenters = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm
    const patterns = /^const (\w+) = (\/.*\\p\{.+\/[a-z]+);$/gm
    const names = Array.from(code.matchAll(patterns), ([, name]) => name)
    if (!segmenters.test(code))
      throw new Error(`${id} has changed: look at what it loads at its top level again.`)
    const lazy = code
      .replace(segmenters, 'let kept; const $1 = { segment: (text) => (kept ??= $2).segment(text) };')
      .replace(patterns, 'const $1 = () => $2;')
    const uses = new RegExp(`\\b(${names.join('|')})(?=\\.test|\\))`, 'g')
    return names.length === 0 ? lazy : lazy.replace(uses, '$1()')
  },
}

/** A library sees no other variable of the environment: a shell's `DEV=true` made Ink look for its developers' tools. */
const variablesOfLibraries = {
  name: 'variables-of-libraries',
  transform(code, id) {
    if (!id.includes('/node_modules/') || !code.includes('process.env')) return null
    return code.replace(/\bprocess\.env(?:\.(\w+)|\[['"](\w+)['"]\])/g, (read, plain, quoted) =>
      libraryVariables.includes(plain ?? quoted) ? read : 'undefined',
    )
  },
}

rmSync(out, { recursive: true, force: true })
/** All of it is CommonJS: it starts faster, and V8's code can be kept for it on every Node. */
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: { program: from('src/main.ts'), 'mailbox-worker': from('src/entry/mailbox-thread/worker.ts') },
  transform: { target: 'node20.12', define: { 'process.env.NODE_ENV': '"production"' } },
  // The parser's CommonJS form loads its parts by names that no bundler sees.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  // Chunks import from the entries, whose exports are plain properties; those of other chunks are functions.
  preserveEntrySignatures: 'allow-extension',
  // Only the native parts of the SQLite driver stay in their packages.
  external: ['bindings', 'pg-native', 'pg-cloudflare'],
  checks: { ineffectiveDynamicImport: false },
  plugins: [partsOfInk, partsOfMcp, lazyTables, variablesOfLibraries, lateImports(root)],
})
const { output } = await bundle.write({
  dir: out,
  format: 'cjs',
  minify: true,
  comments: false,
  sourcemap: false,
  // V8 gives an ordinary object a new shape with each of hundreds of exports; an object without a prototype is a table.
  intro: 'exports = module.exports = Object.create(null);',
  // V8 reads and checks text of one byte a character twice as fast.
  charset: 'ascii',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups },
})
await bundle.close()
const modules = output.flatMap((one) => one.moduleIds ?? [])
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf(modules))
const own = JSON.parse(readFileSync(from('package.json'), 'utf8'))
const bill = billOf(own, [...bundledPackages(modules), ...installedPackages(readLock())])
writeFileSync(join(out, 'watchpost.cdx.json'), `${JSON.stringify(bill)}\n`)
writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'commonjs', digest: digestOfSources() }))
copyFileSync(from('src/dev/launcher.cjs'), join(out, 'watchpost.js'))
copyFileSync(from('src/dev/kept-code.cjs'), join(out, 'kept-code.js'))
chmodSync(join(out, 'watchpost.js'), 0o755)
rmSync(join(root, 'dist'), { recursive: true, force: true })
renameSync(out, join(root, 'dist'))
