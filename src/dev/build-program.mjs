import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { apart, borrowing, gathered, leanDriver, ready } from './build-plugins.mjs'

/** What every command runs lies in the program, and these, which are smaller than a bundle of their own. */
const hot = [
  'src/operations/mail/status-line.ts',
  'src/operations/mail/count.ts',
  'src/domain/addressing/address.ts',
]
/** What is often wanted lies by itself: the commands that agents call all day, text for people's eyes, hooks. */
const small = {
  list: [
    'src/operations/mail/inbox.ts',
    'store/sqlite/reading/listing.ts',
    'store/sqlite/reading/messages.ts',
  ],
  take: [
    'src/operations/mail/next.ts',
    'src/operations/mail/read.ts',
    'src/operations/mail/ack.ts',
    'store/sqlite/moving/settling.ts',
  ],
  send: ['src/operations/mail/send.ts', 'store/sqlite/sending/sending.ts', 'store/sqlite/upkeep/tending.ts'],
  catalogue: ['src/operations/catalogue.ts'],
  text: ['src/faces/cli/print/print.ts', 'src/faces/cli/say.ts'],
  hook: [
    'src/faces/cli/builtins.ts',
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
 * start slower. What fewer commands run lies in others, loaded where the sources import it lazily. Those have copies of
 * what they need, but for modules of the program that keep something: these are lent by it, so that what is kept is one.
 * `alone` are bundles of their own, by the file that begins them; they borrow nothing.
 */
export async function buildProgram({ root, out, options, alone }) {
  const nameOf = (path) => relative(root, resolve(root, path))
  const common = { ...options, metafile: true, write: false, outdir: out }
  const found = Object.fromEntries(
    Object.entries({ ...small, more: [] }).map(([key, names]) => [key, [...names]]),
  )
  const lent = new Set()

  const bundleOf = (file) => {
    const name = nameOf(file)
    if (hot.includes(name)) return { bundle: 'hot', name }
    const bundle = Object.keys(small).find((key) => small[key].includes(name)) ?? 'more'
    if (!found[bundle].includes(name)) found[bundle].push(name)
    return { bundle, name }
  }
  const program = () =>
    build({
      ...common,
      stdin: { contents: "import 'hot'; import 'lent'; import './src/main.ts'", resolveDir: root },
      plugins: [
        ...options.plugins,
        leanDriver,
        apart(alone, bundleOf),
        ready(root, 'hot', '__made.hot', hot),
        ready(root, 'lent', '__lent', lent),
      ],
    })
  const lazy = async (bundle, kept) => {
    const contents = (bundle === 'more' ? each : gathered)('__found', found[bundle])
    return codeOf({
      ...common,
      stdin: { contents, resolveDir: root, loader: 'js' },
      plugins: [
        ...options.plugins,
        borrowing((file) => (kept.has(nameOf(file)) ? nameOf(file) : undefined), lent),
        apart(alone, bundle === 'more' ? () => undefined : bundleOf),
      ],
    })
  }
  const write = (bundle, names, code) => {
    const joined = code
      .replaceAll(/import\("(\.\/(?:tui|mcp)\.mjs)"\)/gu, '__import("$1")')
      .replaceAll(/import\("bundle:(\w+)\/([^"]+)"\)/gu, '__bundled("$1","$2")')
      .replaceAll(/(?:require|await import)\("lent:([^"]+)"\)/gu, '__lent["$1"]()')
    if (joined.includes('"lent:')) throw new Error(`${bundle}.js borrows in a way that is not known here.`)
    writeFileSync(join(out, `${bundle}.js`), `(function(${names}){${joined}\n})`, 'latin1')
  }

  // Built twice: the first time tells what lies apart and what could be lent, the second lends what was asked for.
  const kept = keptIn((await program()).metafile, root)
  const codes = new Map()
  // The last one has what the others found.
  for (const bundle of Object.keys(found)) codes.set(bundle, await lazy(bundle, kept))
  for (const [bundle, code] of codes)
    write(bundle, 'require,__filename,__dirname,__lent,__bundled', `let __found;${code}\nreturn __found`)
  write(
    'program',
    'exports,require,module,__filename,__dirname,__import,__load',
    bundled + javascriptOf(await program()),
  )
}

/** As `gathered`, but each made when it is asked for: of many, few are. */
function each(variable, names) {
  return `${variable}={${names.map((name) => `'${name}':()=>require('./${name}')`)}}`
}

/**
 * Each bundle is made once, with the modules that it may borrow. What Node has is asked for once: it looks through all that a
 * module of its own exports whenever one asks for it.
 */
const bundled =
  'const __asked={},__ask=require;require=(name)=>__asked[name]??=__ask(name);let __lent;const __made={},__bundled=async(bundle,name)=>(__made[bundle]??=__load(bundle)(require,__filename,__dirname,__lent,__bundled))[name]();'

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
