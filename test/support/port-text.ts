import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** The types that say what crosses a door: its lines, and the calls and values of a store. */
const roots = [
  { file: 'store/mail-store.ts', names: ['MailStore'] },
  { file: 'store/door/wire.ts', names: ['Greeting', 'Request', 'Answer'] },
]

/** A file's declarations, and where the names that it imports are declared. */
type Declared = {
  readonly own: ReadonlyMap<string, string>
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

/** The declarations of all that crosses a door, as the compiler writes them: without comments, each on one line, by name. */
export function portText(folder: string): readonly string[] {
  const out = mkdtempSync(join(tmpdir(), 'watchpost-port-'))
  try {
    declareTypes(folder, out)
    const files = new Map<string, Declared>()
    const declaredIn = (file: string): Declared => {
      const known = files.get(file) ?? declaredBy(file, out)
      files.set(file, known)
      return known
    }
    const found = new Map<string, string>()
    const follow = (file: string, name: string): void => {
      const { own, imported } = declaredIn(file)
      const text = own.get(name)
      const from = imported.get(name)
      if (text === undefined) {
        if (from !== undefined) follow(from.file, from.name)
        return
      }
      const key = `${file} ${name}`
      if (found.has(key)) return
      found.set(key, text)
      for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/gu)) if (word !== name) follow(file, word)
    }
    for (const { file, names } of roots) for (const name of names) follow(file, name)
    return [...found.values()].sort()
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function declareTypes(folder: string, out: string): void {
  const flags = ['--ignoreConfig', '--noCheck', '--declaration', '--emitDeclarationOnly', '--removeComments']
  const modules = ['--module', 'preserve', '--moduleResolution', 'bundler', '--target', 'es2023', '--strict']
  const more = ['--allowImportingTsExtensions', '--types', '', '--rootDir', folder, '--outDir', out]
  const files = roots.map(({ file }) => join(folder, file))
  execFileSync(process.execPath, [tsc, ...flags, ...modules, ...more, ...files], { cwd: folder })
}

function declaredBy(file: string, out: string): Declared {
  const text = readFileSync(join(out, file.replace(/\.ts$/u, '.d.ts')), 'utf8')
  const statements = text.split(/^(?=\S)(?!\})/mu).map((statement) => statement.replace(/\s+/gu, ' ').trim())
  const own = new Map<string, string>()
  const imported = new Map<string, { readonly file: string; readonly name: string }>()
  for (const statement of statements) {
    const [, names = '', path = ''] = /^import (?:type )?\{(.*)\} from ["'](\..*)["']/u.exec(statement) ?? []
    for (const one of names.split(',').map((part) => part.trim().replace(/^type /u, ''))) {
      const [name = '', alias = name] = one.split(' as ')
      if (name !== '') imported.set(alias, { file: join(dirname(file), path), name })
    }
    const [, declared] =
      /^(?:export )?(?:declare )?(?:type|interface|const|class) (\w+)/u.exec(statement) ?? []
    if (declared !== undefined) own.set(declared, statement.replace(/^export /u, ''))
  }
  return { own, imported }
}
