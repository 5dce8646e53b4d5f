import {
  catalogue,
  listedGroups as groups,
  type OperationName,
  operationNames,
} from '../../operations/catalogue.ts'
import { summaries } from '../../operations/summaries.ts'
import { builtins } from './builtin-commands.ts'
import { aligned, globalHelp, lines, usage } from './help.ts'

/** The help topic `all`: every command with its summary, and the global flags. */
export function fullOverview(version: string): string {
  const sections = groups.map((group) => [
    `${group}:`,
    ...aligned(operationNames.filter((name) => catalogue[name].group === group).map(rowOf)),
    '',
  ])
  return lines([
    ...usage(version),
    ...sections.flat(),
    'Program:',
    ...aligned(builtins.map(({ command, summary }) => [command, summary] as const)),
    '',
    ...globalHelp,
    '',
    'Run `watchpost COMMAND --help` for the arguments and flags of a command, and `watchpost describe COMMAND` for JSON.',
  ])
}

/** The commands that begin with a word, such as `draft`. */
export function groupHelp(word: string): string | null {
  const names = operationNames.filter((name) => catalogue[name].command.startsWith(`${word} `))
  if (names.length === 0) return null
  return lines([`Usage: watchpost ${word} …`, '', ...aligned(names.map(rowOf))])
}

function rowOf(name: OperationName): readonly [string, string] {
  return [catalogue[name].command, summaries[name]]
}
