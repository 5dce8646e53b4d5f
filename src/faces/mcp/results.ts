import { isMailError, MailError } from '../../domain/errors.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { catalogue, operationNames } from '../../operations/catalogue.ts'
import type { Told } from './told.ts'
import { toolOfOperation } from './tools.ts'

type Content = { readonly type: 'text'; readonly text: string }
export type ToolResult = {
  readonly content: Content[]
  readonly structuredContent?: { [name: string]: unknown }
  readonly isError?: boolean
}

const content = (text: string): Content => ({ type: 'text', text })
const longestError = 2_000

export function resultOf({ value, text }: Told, notes: readonly string[]): ToolResult {
  return { content: [content(text), ...notes.map(content)], structuredContent: { ...value } }
}

/** An error in the form of every face: `{"error":{"code","message","hint"}}`. */
export function errorOf(error: unknown): ToolResult {
  const { code, message, hint } = isMailError(error)
    ? error
    : new MailError(
        'internal',
        error instanceof Error ? error.message : String(error),
        'This is a bug in watchpost. No change was left half done.',
      )
  const words = (text: string) => disarmLine(inToolWords(text), longestError)
  return {
    content: [content(JSON.stringify({ error: { code, message: words(message), hint: words(hint) } }))],
    isError: true,
  }
}

/** Errors name commands and flags, which are tools and parameters here. Commands without a tool stay shell commands. */
function inToolWords(text: string): string {
  return text
    .split(/(`[^`]*`)/u)
    .map((part) => (part.startsWith('`watchpost ') ? toolInPlaceOf(part) : parametersIn(part)))
    .join('')
}

function toolInPlaceOf(quoted: string): string {
  const line = quoted.slice('`watchpost '.length, -1)
  const operation = operationNames
    .toSorted((one, other) => catalogue[other].command.length - catalogue[one].command.length)
    .find((name) => line === catalogue[name].command || line.startsWith(`${catalogue[name].command} `))
  const tool = operation === undefined ? undefined : toolOfOperation(operation)
  return tool === undefined ? quoted : `the tool ${tool}`
}

function parametersIn(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)/gu, (_, flag: string) =>
    flag.replace(/-([a-z])/gu, (_dash, letter: string) => letter.toUpperCase()),
  )
}
