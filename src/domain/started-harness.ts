import { type Harness, harnesses } from './harness.ts'
import { baseName, commandLineOf } from './harness-process.ts'

/** Programs that start the one that they are given, after flags, variables and numbers of their own. */
const starters = /^(?:env|nice|ionice|nohup|setsid|stdbuf|time|timeout|npx|bunx|uvx)$/u
const ofStarter = /^(?:-|\w+=|[\d.]+[smhd]?$)/u
const withWord = /^(?:-[uCsp]|--unset|--chdir|--signal|--package)$/u

/** The harness that a command starts, by itself or by way of programs such as `timeout` or `npx`. */
export function harnessStartedBy(command: readonly string[]): Harness | null {
  const [file = '', ...rest] = command
  const found = commandLineOf({ name: baseName(file), words: command }) ?? packageOf(file)
  if (found !== null || !starters.test(baseName(file))) return found
  const at = rest.findIndex((word, index) => !ofStarter.test(word) && !withWord.test(rest[index - 1] ?? ''))
  return at < 0 ? null : harnessStartedBy(rest.slice(at))
}

/** By the name of its package, with a version or without. */
function packageOf(word: string): Harness | null {
  const name = word.replace(/(?<=.)@[^/]*$/u, '')
  return harnesses.find(({ packages }) => packages.includes(name)) ?? null
}
