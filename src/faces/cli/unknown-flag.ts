import { nearestNames } from '../../domain/addressing/nearest.ts'
import { own } from '../../domain/own.ts'
import { flagName } from '../../input/input.ts'
import { guessedFlags } from './guessed-flags.ts'
import type { Flags } from './known-flags.ts'
import type { OptionToken } from './tokens.ts'

/** The error for an unknown flag, with the flag that was probably meant. */
export function unknownFlag({ name, rawName }: OptionToken, flags: Flags): string {
  const meant = guessedFlag(name, flags) ?? nearestFlag(name, rawName, flags)
  return `There is no flag ${rawName}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

function guessedFlag(name: string, flags: Flags): string | undefined {
  const fields = own(guessedFlags, name) ?? []
  const found = fields.map((field) => flags.long(flagName(field))).find((flag) => flag !== undefined)
  if (found === undefined) return undefined
  const { field } = found
  return field.short === null ? `--${flagName(found.name)}` : `-${field.short}`
}

/** Two edits turn one letter into any short name, so a letter has no nearest flag. */
function nearestFlag(name: string, rawName: string, flags: Flags): string | undefined {
  if (!rawName.startsWith('--')) return undefined
  const [near] = nearestNames(name, flags.names, 1)
  return near === undefined ? undefined : `--${near}`
}
