import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import about from '../package.json'
import { withParts } from '../src/dev/document-parts.ts'
import { generatedParts, manFile, projectFolder, summariesFile, summariesText } from '../src/dev/documents.ts'
import { manPage } from '../src/dev/man-page.ts'
import { pluginFiles, pluginFolders } from '../src/dev/plugins.ts'
import { leaves } from '../src/domain/settings/setting-leaves.ts'
import { defaultSettings } from '../src/domain/settings/settings.ts'
import { parseYaml, type YamlEntry } from '../src/domain/settings/yaml.ts'
import { keysOf } from '../src/entry/key-settings.ts'
import { findBuiltin } from '../src/faces/cli/builtin-commands.ts'
import { findOperation } from '../src/faces/cli/find-operation.ts'
import { parseFlags } from '../src/faces/cli/flags.ts'
import { splitLine } from '../src/faces/cli/globals.ts'
import { keymap } from '../src/faces/tui/commands/index.ts'
import { loadOperation, operationNames } from '../src/operations/catalogue.ts'
import { settingsOf } from '../src/settings.ts'
import { anchorsIn, callsIn, fencedIn, targetsIn, withoutFences } from './support/markdown.ts'

const textOf = (path: string): string => readFileSync(join(projectFolder, path), 'utf8')

const documents = [
  ...readdirSync(projectFolder).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(projectFolder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  'llms.txt',
]

it('the generated parts of the documents are fresh (npm run docs writes them)', async () => {
  for (const [path, parts] of Object.entries(await generatedParts()))
    expect(textOf(path), path).toBe(withParts(textOf(path), parts))
})

it('the summaries that lists of commands show are those of the operations', async () => {
  expect(textOf(summariesFile)).toBe(await summariesText())
})

it('the manual page is fresh', async () => {
  expect(textOf(manFile)).toBe(await manPage(about.version))
})

it('the rules of the MAIL server name tests that exist', () => {
  const [, table = ''] = textOf('docs/proved.md').split('## Rules of the MAIL server')
  const rows = [...table.matchAll(/^\| .* \| (`test\/.*`) \| (.*) \|$/gmu)]
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.flatMap(([, files = '', titles = '']) => {
    const text = [...files.matchAll(/`(.*?)`/gu)].map(([, file = '']) => textOf(file)).join()
    return titles.split(' · ').filter((title) => !text.includes(title))
  })
  expect(missing).toEqual([])
})

it('the plugins are fresh, and nothing else lies in their folders', () => {
  const files = pluginFiles(about)
  for (const [path, text] of Object.entries(files)) expect(textOf(path), path).toBe(text)
  const lying = pluginFolders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(projectFolder, join(entry.parentPath, entry.name))),
  )
  expect([...lying, 'server.json'].toSorted()).toEqual(Object.keys(files).toSorted())
})

it.each([['README.md', 10_000]])('%s has at most %i bytes', (path, most) => {
  expect(Buffer.byteLength(textOf(path))).toBeLessThanOrEqual(most)
})

describe.each(documents)('%s', (path) => {
  it('names files and folders that exist', () => {
    const named = textOf(path).matchAll(
      /`((?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|mjs|cjs)|(?:src|store|components|test)\/[\w/-]+)`/gu,
    )
    const missing = [...named]
      .map(([, name = '']) => name.replace(/\/$/u, ''))
      .filter((name) => !sources.some((one) => `/${one}`.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  })

  it('links to files and headings that exist', () => {
    const broken = targetsIn(textOf(path)).filter((target) => !isThere(path, target))
    expect(broken).toEqual([])
  })

  it('shows commands and flags that exist', () => {
    const wrong = shownCommands(textOf(path)).flatMap((words) => {
      const problem = problemOf(words)
      return problem === null ? [] : [`watchpost ${words.join(' ')}: ${problem}`]
    })
    expect(wrong).toEqual([])
  })

  it('says nothing that only its authors know', () => {
    const private_ =
      /(?:^|[\s`"'(=])\/(?:work|root|home\/\w+)\b|\bissue #?\d+|(?<![\w/&])#\d{2,}\b|\bTODO\b/gu
    expect(withoutFences(textOf(path)).match(private_)).toBeNull()
  })
})

const sources = ['src', 'store', 'components', 'test'].flatMap((folder) => [
  folder,
  ...readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  ),
])

function isThere(from: string, target: string): boolean {
  if (/^(?:https?|mailto):/u.test(target)) return true
  const [path = '', anchor] = target.split('#', 2)
  const file = path === '' ? from : normalize(join(dirname(from), path))
  if (relative('.', file).startsWith('..') || !existsSync(join(projectFolder, file))) return false
  return anchor === undefined || anchorsIn(textOf(file)).includes(anchor)
}

/** The calls in blocks of a shell, and inline. A lone `watchpost …` with a word in capitals stands for any command. */
function shownCommands(markdown: string): readonly (readonly string[])[] {
  const blocks = fencedIn(markdown).filter(({ language }) => /^(?:sh|tmux)$/u.test(language))
  const inline = withoutFences(markdown).matchAll(/`((?:[A-Z_]+=\S+ |npx )?watchpost(?:\s[^`]+)?)`/gu)
  const shell = [
    ...blocks.map(({ text }) => text),
    ...[...inline].map(([, text = '']) => text.replaceAll('\n', ' ')),
  ]
  return shell
    .flatMap((text) => callsIn(text, 'watchpost'))
    .filter(([first]) => first !== 'COMMAND' && first !== '…')
}

const fieldsOf = new Map(
  await Promise.all(operationNames.map(async (name) => [name, (await loadOperation(name)).input] as const)),
)

function problemOf(argv: readonly string[]): string | null {
  // Files that an example names are not there: standard input always is.
  const line = splitLine(argv.map((word, at) => (argv[at - 1]?.endsWith('-file') ? '-' : word)))
  const found = findOperation(line.words)
  const [first = ''] = line.words
  const builtin = found === undefined ? findBuiltin(line.words) : undefined
  if (found === undefined && builtin === undefined && first !== '') return 'no such command'
  try {
    const fields = found?.entry === undefined ? (builtin?.input ?? {}) : fieldsOf.get(found.name)
    const used = found?.used ?? builtin?.command.split(' ').length ?? 0
    parseFlags(fields ?? {}, line.without(used), () => '', first)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('the settings that docs/settings.md explains', () => {
  const blockNamed = (name: string): string =>
    new RegExp(`^\`\`\`yaml ${name}\\n([\\s\\S]*?)^\`\`\``, 'mu').exec(textOf('docs/settings.md'))?.[1] ?? ''
  const example = blockNamed('config\\.yaml')
  const serving = blockNamed('config\\.yaml serving')
  const approvals = blockNamed('config\\.yaml approvals')
  /** What is behind `#` as if it were not. */
  const whole = example.replace(/^( *)# ?( *[\w]+:)/gmu, '$1$2')
  const own = (text: string) => ({ path: 'settings.md', text, own: true })

  it('are what holds without them', () => {
    expect(settingsOf([own(example)])).toEqual(defaultSettings)
  })

  it('are all there are, each with a value that is taken', () => {
    expect(Object.keys(settingsOf([own(whole)]).handlers)).toEqual(['DEPLOY_DONE'])
    expect(keysOf([{ path: 'settings.md', text: whole }])).not.toEqual(keymap)
    expect(settingsOf([own(serving)]).serving.supervisors).toEqual(['architect'])
    expect(settingsOf([own(approvals)]).approvals.confirm).toBe(true)
    const said = [whole, serving, approvals].flatMap((text) => pathsOf(parseYaml(text, 'settings.md')))
    expect(Object.keys(leaves).filter((path) => !said.includes(path))).toEqual([])
  })
})

function pathsOf(entries: readonly YamlEntry[], within = ''): readonly string[] {
  return entries.flatMap(({ key, value }) => [
    `${within}${key}`,
    ...(value.type === 'map' ? pathsOf(value.entries, `${within}${key}.`) : []),
  ])
}

it('every decision has a number of its own', () => {
  const files = readdirSync(join(projectFolder, 'docs/decisions'), { recursive: true, encoding: 'utf8' })
  const numbers = files.flatMap((file) => /(?<=\/)\d{4}(?=-)/u.exec(file) ?? [])
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
