import type { Row } from '../../model/list.ts'

/** Where one message makes several rows, each has a mark of its own behind the message's id. */
export function rowId(message: string, mark: string): string {
  return `${message}·${mark}`
}

export function messageOfRow(id: string): string {
  return id.split('·')[0] ?? id
}

/** A thread's row is known by its thread: its newest message changes. */
export function threadRowId(thread: string): string {
  return rowId(thread, 'thread')
}

/** The message that a row leads to. */
export function messageBehind(row: Row): string {
  return row.type === 'mail' ? row.message.id : messageOfRow(row.id)
}

/** Those of neighbouring pages, each once. */
export function rowsOf(pages: readonly { readonly rows: readonly Row[] }[]): readonly Row[] {
  const byId = new Map<string, Row>()
  for (const { rows } of pages) for (const row of rows) byId.set(row.id, row)
  return [...byId.values()]
}
