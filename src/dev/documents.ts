import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtins } from '../faces/cli/builtin-commands.ts'
import { foldLines } from '../faces/cli/fold.ts'
import { commandHelp } from '../faces/cli/help.ts'
import { catalogue, loadOperation, operationNames } from '../operations/catalogue.ts'
import {
  commandTable,
  exitTable,
  harnessTable,
  keyTable,
  profileTable,
  sceneTable,
  setupTable,
  table,
} from './doc-tables.ts'

/** The manual page, generated whole. */
export const manFile = 'docs/watchpost.1'
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

export const summariesFile = 'src/operations/summaries.json'

/** The summary of every operation, so that a list of commands need not load them. */
export async function summariesText(): Promise<string> {
  const rows = operationNames.map(async (name) => [name, (await loadOperation(name)).summary] as const)
  return `${JSON.stringify(Object.fromEntries(await Promise.all(rows)), null, 2)}\n`
}

/** The generated parts of each document by the names of their markers. */
export async function generatedParts(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  return {
    'docs/commands.md': { commands: await commandTable(), reference: await commandReference() },
    'docs/exit-codes.md': { exits: exitTable() },
    'docs/keys.md': { profiles: profileTable(), keys: keyTable() },
    'docs/hooks.md': { harnesses: harnessTable() },
    'docs/harnesses.md': { setups: setupTable(), scenes: sceneTable() },
    'docs/decisions/README.md': { decisions: decisionIndex() },
  }
}

const columns = 100

/** The help of every command, without the line about global flags that each of them ends with. */
async function commandReference(): Promise<string> {
  const commands = [
    ...operationNames.map((name) => catalogue[name].command),
    ...builtins.map(({ command }) => command),
  ]
  const sections = commands.map(async (command) => {
    const help = (await commandHelp(command.split(' '))) ?? ''
    const own = help.replace(/\nGlobal flags such as [^\n]*/u, '').trimEnd()
    return `### ${command}\n\n\`\`\`text\n${foldLines(own, columns)}\n\`\`\``
  })
  return (await Promise.all(sections)).join('\n\n')
}

/** The decisions of each area in the order of their numbers, by the titles of their files. */
function decisionIndex(): string {
  const folder = join(projectFolder, 'docs/decisions')
  return decisionAreas
    .map((area) => {
      const rows = readdirSync(join(folder, area))
        .toSorted()
        .map((name) => {
          const [, title = ''] = /^# (.+)$/mu.exec(readFileSync(join(folder, area, name), 'utf8')) ?? []
          return [`[${name.slice(0, 4)}](${area}/${name})`, title]
        })
      return `## ${area.charAt(0).toUpperCase()}${area.slice(1)}\n\n${table(['number', 'decision'], rows)}`
    })
    .join('\n\n')
}

/** The folders of the decisions, in the order in which a newcomer meets what they are about. */
const decisionAreas = [
  'mail',
  'rights',
  'agents',
  'screen',
  'program',
  'store',
  'machines',
  'servers',
  'formats',
]
