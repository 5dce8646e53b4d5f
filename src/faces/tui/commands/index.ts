import type { OperationName } from '../../../operations/catalogue.ts'
import { type Binding, overlayScopes, type Scope } from '../keymap.ts'
import { agentCommands } from './agent.ts'
import { onBoards } from './boards.ts'
import type { Command } from './command.ts'
import { create } from './create.ts'
import { finding } from './find.ts'
import { ownCommand } from './keys/own-command.ts'
import { loopCommands } from './loop.ts'
import { mailCommands } from './mail.ts'
import { moving } from './move.ts'
import { overlayCommands, overlayMoves } from './overlay.ts'
import { paneCommands } from './panes.ts'
import { placeCommands } from './places.ts'
import { queueCommands } from './queue.ts'
import { reading } from './read.ts'
import { requestCommands } from './request.ts'
import { onRows } from './rows.ts'
import { screenCommands } from './screen.ts'
import { selecting } from './select.ts'
import { undoing } from './undoing.ts'
import { writing } from './write.ts'

/** Every command of the screen, in the order of the footer and the help. */
export const commands: readonly Command[] = [
  ...loopCommands,
  ...queueCommands,
  ...placeCommands,
  ...writing,
  ...mailCommands,
  ...agentCommands,
  create,
  ...undoing,
  ...moving,
  ...paneCommands,
  ...selecting,
  ...reading,
  ...finding,
  ...screenCommands,
  ...onBoards,
  ...onRows,
  ...overlayCommands,
  ...requestCommands,
  ...overlayMoves,
]

const placed = commands.flatMap((command) =>
  (Object.entries(command.at) as [Scope, string][]).map(([scope, keys]) => {
    const { name, help, operation = null } = command
    const binding: Binding = { scope, name, keys: keys.split(' | '), help, operation }
    return { binding, command }
  }),
)

const rankOf = ({ scope }: Binding): number => overlayScopes.indexOf(scope)

/** The key table as it ships; `commands/keys/` changes it for a profile or a person. */
export const keymap: readonly Binding[] = placed
  .map(({ binding }) => binding)
  .sort((one, other) => rankOf(one) - rankOf(other))

const byId = new Map(placed.map(({ binding, command }) => [idOf(binding), command]))

/** `mail.archive`: what the settings, prompts and calls name a command by. */
export function idOf({ scope, name }: Pick<Binding, 'scope' | 'name'>): string {
  return `${scope}.${name}`
}

export function commandOf(binding: Pick<Binding, 'scope' | 'name' | 'own'>): Command {
  return binding.own === undefined ? commandNamed(idOf(binding)) : ownCommand(binding.own)
}

export function commandNamed(id: string): Command {
  const command = byId.get(id)
  if (command === undefined) throw new Error(`No command is named ${id}`)
  return command
}

/** The words for an operation that was undone or redone: `archive {}`. */
export function verbOf(operation: string): string {
  for (const { changes } of commands) {
    const words = changes?.[operation as OperationName]
    if (words !== undefined) return words.verb
  }
  return `${operation} {}`
}
