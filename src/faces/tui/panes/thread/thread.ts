import type { FullMessageValue } from '../../../../services/values.ts'
import type { LoadedThread, ThreadState } from '../../model/thread.ts'
import { reuse } from '../../reuse.ts'

/** The newest unread message and the one asked for are open, the others folded. */
export function openThread(loaded: LoadedThread): ThreadState {
  const newest = loaded.messages.findLast(({ status }) => status === 'unread')
  const asked = loaded.messages.find(({ id }) => id === loaded.anchor) ?? loaded.messages.at(-1)
  const open = new Set([newest?.id, asked?.id].filter((id) => id !== undefined))
  return {
    ...loaded,
    opened: false,
    open,
    cursor: { message: asked?.id ?? loaded.anchor, offset: 0 },
    line: 0,
    details: new Map(),
    coloured: new Set(),
  }
}

/** The same thread as it is now; folds, cursor and place on the screen stay. */
export function refreshThread(thread: ThreadState, loaded: LoadedThread): ThreadState {
  const known = loaded.messages.some(({ id }) => id === thread.cursor.message)
  const cursor = known ? thread.cursor : { message: loaded.messages.at(-1)?.id ?? loaded.anchor, offset: 0 }
  return reuse(thread, { ...thread, ...loaded, cursor })
}

export function toggleFold(thread: ThreadState): ThreadState {
  const open = new Set(thread.open)
  const { message } = thread.cursor
  if (!open.delete(message)) open.add(message)
  return { ...thread, open, cursor: { message, offset: 0 } }
}

export function toggleColours(thread: ThreadState): ThreadState {
  const coloured = new Set(thread.coloured)
  const { message } = thread.cursor
  if (!coloured.delete(message)) coloured.add(message)
  return { ...thread, coloured, cursor: { message, offset: 0 } }
}

export function foldAll(thread: ThreadState, open: boolean): ThreadState {
  const ids = open ? thread.messages.map(({ id }) => id) : []
  if (ids.length === thread.open.size && ids.every((id) => thread.open.has(id))) return thread
  return { ...thread, open: new Set(ids), cursor: { ...thread.cursor, offset: 0 } }
}

export function currentMessage(thread: ThreadState): FullMessageValue | undefined {
  return thread.messages.find(({ id }) => id === thread.cursor.message)
}
