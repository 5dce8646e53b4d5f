import { runnerOf } from './program-runners.ts'

/** The fields that a program of the person's own can get as arguments. */
export type ArgumentFields<Name extends string> = {
  readonly names: readonly Name[]
  /** Texts of our own, in which there is nothing to run. */
  readonly ours: readonly Name[]
  /** What else a person can do to hand over a text that could be run. */
  readonly instead: (name: string) => string
}

/** The field that an argument names: only one, so that no argument is joined from others' text. */
export function fieldOf<Name extends string>(names: readonly Name[], argument: string): Name | null {
  const [, said = ''] = /^\{([a-z]+)\}$/u.exec(argument) ?? []
  return names.find((name) => name === said) ?? null
}

const braces = /\{[a-z]+\}/u

/** Others' text is always a separate argument, never text that a shell or another program runs. */
export function problemOfArguments<Name extends string>(
  run: readonly string[],
  { names, ours, instead }: ArgumentFields<Name>,
): { readonly what: string; readonly hint: string } | null {
  const hint = `A field is an argument of its own: ${names.map((name) => `"{${name}}"`).join(', ')}.`
  const [program = '', ...words] = run
  if (braces.test(program)) return { what: 'a field cannot name the program', hint }
  for (const [at, argument] of words.entries()) {
    const [mentioned] = braces.exec(argument) ?? []
    if (mentioned === undefined) continue
    const field = fieldOf(names, mentioned)
    if (field === null) return { what: `unknown field ${mentioned}`, hint }
    if (mentioned !== argument) return { what: `${mentioned} is part of a longer argument`, hint }
    const runner = ours.includes(field) ? null : runnerOf([program, ...words.slice(0, at)])
    if (runner !== null)
      return {
        what: `${mentioned} follows ${runner}, so its text could be run as a program`,
        hint: instead(field),
      }
  }
  return null
}
