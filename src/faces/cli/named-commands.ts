import { catalogue, operationNames } from '../../operations/catalogue.ts'
import { builtins } from './builtin-commands.ts'
import { unknownCommand } from './unknown-command.ts'

/**
 * The commands that words name, each once; a family such as `queue` names all of its own. Long names go first: `queue show` is one
 * command, `inbox send` are two.
 * @throws MailError `usage` there is no such command
 */
export function commandsNamed(words: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at)
    const end = rest.findLastIndex((_, last) => commandsOf(rest.slice(0, last + 1)).length > 0) + 1
    const commands = commandsOf(rest.slice(0, end))
    const next = rest[end]
    const isPartOfIt = next !== undefined && commandsOf([next]).length === 0 && commands.length > 1
    if (end === 0 || isPartOfIt) throw unknownCommand(rest)
    for (const command of commands) found.add(command)
    at += end
  }
  return [...found]
}

function commandsOf(words: readonly string[]): readonly string[] {
  const wanted = words.join(' ')
  const all = allCommands()
  return all.includes(wanted) ? [wanted] : all.filter((command) => command.startsWith(`${wanted} `))
}

function allCommands(): readonly string[] {
  return [...operationNames.map((name) => catalogue[name].command), ...builtins.map(({ command }) => command)]
}
