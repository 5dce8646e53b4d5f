import type { OwnCommand } from '../../../../domain/settings/own-commands.ts'
import { type Binding, clash, type Scope } from '../../keymap.ts'
import { isScope, keyProblem, together } from './remap.ts'

export type OwnKeys = {
  readonly keymap: readonly Binding[]
  /** Why a command has no key, as sentences. */
  readonly problems: readonly string[]
}

/** Where nothing else takes keys. */
const refused: readonly Scope[] = ['help', 'sheet', 'choice', 'journal']

/** The table with the person's own commands. One whose key is taken is left out, and named. */
export function withOwnCommands(table: readonly Binding[], commands: readonly OwnCommand[]): OwnKeys {
  const own: Binding[] = []
  const problems: string[] = []
  for (const command of commands) {
    const problem = problemOf(command, [...table, ...own])
    if (problem !== null) problems.push(`${command.where}: commands.${command.name}: ${problem}`)
    else if (isScope(command.scope))
      own.push({
        scope: command.scope,
        name: `own:${command.name}`,
        keys: command.keys,
        help: command.description,
        operation: null,
        own: command,
      })
  }
  return { keymap: own.length === 0 ? table : [...table, ...own], problems }
}

function problemOf({ keys, scope }: OwnCommand, table: readonly Binding[]): string | null {
  if (!isScope(scope) || refused.includes(scope)) return `unknown scope ${scope}.`
  for (const key of keys) {
    const wrong = keyProblem(key)
    if (wrong !== null) return wrong
    const taken = table.find(
      (one) => together(scope, one.scope) && one.keys.some((other) => clash(key, other)),
    )
    const other = taken?.keys.find((one) => clash(key, one))
    if (taken !== undefined)
      return other === key
        ? `${key} is the key of ${taken.help}.`
        : `${key} and ${other} (${taken.help}) begin with the same key.`
  }
  return null
}
