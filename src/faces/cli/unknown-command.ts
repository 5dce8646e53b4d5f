import { nearestNames } from '../../domain/addressing/nearest.ts'
import { MailError } from '../../domain/errors.ts'
import { own } from '../../domain/own.ts'
import { catalogue, operationNames } from '../../operations/catalogue.ts'
import { builtins } from './builtin-commands.ts'
import { guessedCommands, guessedSubcommands } from './guessed.ts'

/** The error for a command that does not exist. Its hint names the command that was probably meant. */
export function unknownCommand(words: readonly string[]): MailError {
  const [first = '', second] = words
  const commands = [
    ...operationNames.map((name) => catalogue[name].command),
    ...builtins.map(({ command }) => command),
  ]
  const family = commands.filter((command) => command.startsWith(`${first} `))
  if (second !== undefined && family.length > 0) return unknownSubcommand(first, second, family)
  const guessed = guesses(guessedCommands, first)
  if (guessed.length > 0) return notFound(first, `Did you mean ${either(guessed)}?`)
  const near = nearestNames(first, [...new Set(commands.map((command) => command.split(' ')[0] ?? ''))], 3)
  const hint =
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List the commands with `watchpost --help`.'
  return notFound(first, hint)
}

function unknownSubcommand(first: string, second: string, family: readonly string[]): MailError {
  const words = family.map((command) => command.slice(first.length + 1))
  const guessed = guesses(guessedSubcommands, second).filter((guess) =>
    words.includes(guess.split(' ')[0] ?? ''),
  )
  const near = guessed.length > 0 ? guessed.slice(0, 1) : nearestNames(second, words, 2)
  const meant = near.length > 0 ? near.map((word) => `${first} ${word}`) : guesses(guessedCommands, first)
  const hint = meant.length > 0 ? `Did you mean ${either(meant)}?` : `The commands are ${family.join(', ')}.`
  return notFound(`${first} ${second}`, hint)
}

function notFound(command: string, hint: string): MailError {
  return new MailError('usage', `There is no command ${command}.`, hint)
}

function guesses(table: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] {
  return own(table, word.toLowerCase()) ?? []
}

function either(lines: readonly string[]): string {
  return lines.map((line) => `\`watchpost ${line}\``).join(' or ')
}
