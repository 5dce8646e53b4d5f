import { isMailError, MailError } from '../../domain/errors.ts'
import { loadOperation, type OperationName } from '../../operations/catalogue.ts'
import type { Context, Offer } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'

/** What the program around this face provides: the store, opened once, and who is asking now. */
export type Opener = (asking: {
  readonly command: string
  readonly unregistered: boolean
}) => Promise<Context>

/** Mail that is about to be handed over, as the operation gave it. */
export type Answered = { readonly value: unknown; readonly offer: Offer<unknown> | null }
export type Raw = { readonly [name: string]: unknown }

/** Carries an operation out for a tool. @throws MailError */
export async function carryOut(
  open: Opener,
  tool: string,
  name: OperationName,
  input: Raw,
): Promise<Answered> {
  const operation = await loadOperation(name)
  const context = await open({ command: `mcp ${tool}`, unregistered: operation.unregistered ?? false })
  const answered = await perform(operation, context, input)
  if (operation.yields !== 'offer') return { value: answered, offer: null }
  const offer = answered as Offer<unknown>
  return { value: offer.value, offer }
}

type Content = { readonly type: 'text'; readonly text: string }
export type ToolResult = {
  readonly content: Content[]
  readonly structuredContent?: { [name: string]: unknown }
  readonly isError?: boolean
}

const text = (words: string): Content => ({ type: 'text', text: words })

export function resultOf(value: unknown, notes: readonly string[]): ToolResult {
  const json = JSON.stringify(value)
  return { content: [text(json), ...notes.map(text)], structuredContent: JSON.parse(json) }
}

/** An error as every face tells it: `{"error":{"code","message","hint"}}`. */
export function errorOf(error: unknown): ToolResult {
  const { code, message, hint } = isMailError(error)
    ? error
    : new MailError(
        'internal',
        error instanceof Error ? error.message : String(error),
        'This is a fault of watchpost, not of yours; nothing was half done.',
      )
  return { content: [text(JSON.stringify({ error: { code, message, hint } }))], isError: true }
}
