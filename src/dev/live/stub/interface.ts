import type { Turn } from './script.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of four vendors' interfaces, of which each file reads its own
export type Body = any

export type Tool = {
  readonly name: string
  /** The group that it is called with, where an interface has groups. */
  readonly group?: string
  /** `text` takes one text, and not JSON. */
  readonly takes?: 'text'
  readonly fields: Readonly<Record<string, Body>>
}

/** Words, or a call of a tool, and how many tokens its request is said to have had. */
export type Answer = { readonly tokens: number } & (
  | { readonly text: string }
  | { readonly tool: Tool; readonly args: Readonly<Record<string, unknown>> }
)

/** An event of a stream: its name, where the interface names events, and its data. */
export type Sent = { readonly name?: string; readonly data: unknown }

/** How the requests and answers of one vendor's interface are read and written. */
export type ModelInterface = {
  readonly path: RegExp
  turns(body: Body): readonly Turn[]
  tools(body: Body): readonly Tool[]
  isStreamed(body: Body, url: string): boolean
  whole(body: Body, answer: Answer, id: string): unknown
  stream(body: Body, answer: Answer, id: string): readonly Sent[]
}

/** The text of a content that is a text, or parts with texts, or results with such contents. */
export function textIn(content: Body): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (typeof part === 'string' ? part : (part.text ?? textIn(part.content))))
    .join('\n')
}
