import { own } from './own.ts'

/** What takes mail out of its mailbox, or work out of its queue: always, with a flag, or without one. */
const takers = {
  next: {},
  read: { unless: 'peek' },
  claim: {},
  wait: { only: 'take' },
  inject: {},
  complete: { only: 'next' },
  fail: { only: 'next' },
} as const satisfies Readonly<Record<string, { readonly unless?: string; readonly only?: string }>>

export type Taker = keyof typeof takers

/** The tools of our server that take mail, as an alternative of a pattern: `inject` is a command alone. */
export const takerTools = Object.keys(takers)
  .filter((command) => command !== 'inject')
  .join('|')

/** Whether a call takes what it shows, so that nobody is shown it afterwards. */
export function takesMail(command: string, has: (flag: string) => boolean): boolean {
  const taker: { readonly unless?: string; readonly only?: string } | undefined = own(takers, command)
  if (taker === undefined) return false
  const { unless, only } = taker
  return (unless === undefined || !has(unless)) && (only === undefined || has(only))
}

/** The tools of our server, as coding agents call them: alone, of a plugin, or with the server before the name. */
const tool = /^mcp_{1,2}(?:.*_)?watchpost_{1,2}([a-z]+)$/u

/** The tool of our server that a coding agent calls by this name. */
export function toolOfOurs(name: string): string | null {
  return tool.exec(name)?.[1] ?? null
}

const flagsWithValue = /^--(?:store|as|theme|open)$/u
/** Where one command of a shell ends and another begins. */
const betweenCommands = /[;&|\n()`{}]+/u
/** No more of a line is read, characters. */
const mostRead = 200_000

/** Words before the program's own that only say how it is started. */
const starting =
  /^(?:\w+=.*|-.*|\$|!|\d+[smh]?|npx|bunx|pnpm|dlx|env|exec|command|nohup|time|timeout|nice|node|if|then|else|do|while|until|(?:ba|z|da|k)?sh)$/u
const program = /^(?:.*\/)?watchpost(?:@.*|\.[cm]?js)?$/u

/**
 * Whether a line for a shell takes mail, as far as its words show: the program may be started by a path or by another program, and
 * global flags may stand before the command.
 */
export function lineTakesMail(line: string): boolean {
  return line.slice(0, mostRead).split(betweenCommands).some(commandTakesMail)
}

function commandTakesMail(text: string): boolean {
  const words = text.split(/[\s'"]+/u).filter((word) => word !== '')
  const at = words.findIndex((word) => !starting.test(word))
  if (!program.test(words[at] ?? '')) return false
  const rest = words.slice(at + 1)
  while (rest[0]?.startsWith('-')) rest.splice(0, flagsWithValue.test(rest[0]) ? 2 : 1)
  const [command = '', ...flags] = rest
  return takesMail(command, (flag) => flags.includes(`--${flag}`))
}
