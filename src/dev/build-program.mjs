import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { apart, borrowing, leanDriver, lending } from './build-plugins.mjs'

/** Agents call these all day: they and all that they need stay in the program. */
const hot = [
  ...['send', 'inbox', 'count', 'next', 'read', 'ack', 'status-line'].map(
    (name) => `src/operations/mail/${name}.ts`,
  ),
  'src/domain/address.ts',
  'src/faces/cli/builtins.ts',
]
/** What is small and often wanted lies by itself: text for people's eyes, and what coding agents' hooks and lines ask. */
const small = {
  text: ['src/faces/cli/print.ts', 'src/faces/cli/say.ts'],
  hook: [
    'src/faces/hook/answer-hook.ts',
    'src/operations/mail/inject.ts',
    'src/operations/mail/wait.ts',
    'src/operations/roster/prime.ts',
  ],
}
/** What a module keeps beyond a call: a variable, or a collection. */
const keeping = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set|Ref)\b)/mu

/**
 * What every command runs is one bundle, since each file that is read and each function that V8 knows of makes a
 * start slower. What few commands run lies in others, loaded where the sources import it lazily. Those have copies of
 * what they need, but for modules that keep something: these are lent by the program, so that what is kept is one.
 * `alone` are bundles of their own, by the file that begins them; they borrow nothing.
 */
export async function buildProgram({ root, out, options, alone }) {
  const nameOf = (path) => relative(root, resolve(root, path))
  const common = { ...options, metafile: true, write: false, outdir: out }
  const found = { text: new Set(), hook: new Set(), more: new Set() }
  const lent = new Set()

  const bundleOf = (file) => {
    const name = nameOf(file)
    if (hot.includes(name)) return undefined
    const bundle = Object.keys(small).find((key) => small[key].includes(name)) ?? 'more'
    found[bundle].add(name)
    return { bundle, name }
  }
  const program = () =>
    build({
      ...common,
      entryPoints: [join(root, 'src/main.ts')],
      plugins: [...options.plugins, leanDriver, apart(alone, bundleOf), lending(root, lent)],
    })
  const lazy = async (bundle) => {
    const modules = [...found[bundle]].map((name) => `'${name}':()=>require('./${name}')`)
    const kept = keptIn(metafile, root)
    const code = await codeOf({
      ...common,
      stdin: { contents: `module.exports={${modules.join(',')}}`, resolveDir: root, loader: 'js' },
      plugins: [
        ...options.plugins,
        borrowing((file) => (kept.has(nameOf(file)) ? nameOf(file) : undefined), lent),
        apart(alone, () => undefined),
      ],
    })
    const wrapped = `(function(require,__filename,__dirname,__lent){const module={exports:{}};${code}\nreturn module.exports})`
    writeFileSync(join(out, `${bundle}.js`), wrapped, 'latin1')
  }

  // Built twice: the first time tells what lies apart and what could be lent, the second lends what was asked for.
  const { metafile } = await program()
  for (const bundle of Object.keys(found)) await lazy(bundle)
  const code = javascriptOf(await program()).replaceAll(
    /import\("(\.\/(?:tui|mcp)\.mjs)"\)/gu,
    '__import("$1")',
  )
  const wrapped = `(function(exports,require,module,__filename,__dirname,__import,__load){${code}\n})`
  writeFileSync(join(out, 'program.js'), wrapped, 'latin1')
}

/** Names of the sources in the program that keep something. */
function keptIn({ outputs }, root) {
  const names = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([name, { bytesInOutput }]) => bytesInOutput > 0 && /^[^:]+\.tsx?$/u.test(name))
      .map(([name]) => name),
  )
  return new Set(names.filter((name) => keeping.test(readFileSync(join(root, name), 'utf8'))))
}

async function codeOf(options) {
  return javascriptOf(await build(options))
}

function javascriptOf({ outputFiles }) {
  return outputFiles.find(({ path }) => path.endsWith('.js')).text
}
