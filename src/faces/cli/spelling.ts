import { type Field, flagName, type Spelling } from '../../input/input.ts'

/** Spells inputs as on a command line: positional ones by their placeholder, others by their flag. */
export function spellingOf(command: string): Spelling {
  return { nameOf: spelled, hint: helpHint(command) }
}

export function helpHint(command: string): string {
  return command === '' ? 'See `watchpost --help`.' : `See \`watchpost ${command} --help\`.`
}

function spelled(name: string, field: Field<unknown> | undefined): string {
  return field?.positional ? field.placeholder : `--${flagName(name)}`
}
