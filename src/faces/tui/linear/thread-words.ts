import type { Safe } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import type { ThreadState } from '../model/thread.ts'
import { cursorIndex, type ThreadLine } from '../panes/thread/thread-lines.ts'
import { linesOf } from '../panes/thread/thread-moves.ts'
import type { HasClock, OnScreen } from '../state.ts'
import { lineText } from '../text/line.ts'
import { messageSentence, sentence } from './sentences.ts'

/** Box drawing characters are not spoken. */
const drawn = /[\u2500-\u257f]+/gu

export function bare(text: string): Safe {
  return text.replace(drawn, '').trimEnd() as Safe
}

/** The thread as it is now open: where one is, then every message, opened ones with their text. */
export function threadWords(state: OnScreen & HasClock, thread: ThreadState): readonly Safe[] {
  const about = sentence('Thread', counted(thread.messages.length, 'message'), thread.subject)
  return [about, ...linesOf(state, thread).map((line) => lineWords(state, thread, line))]
}

/** The lines of one message, of those only what came after `from`. */
export function messageWords(
  state: OnScreen & HasClock,
  thread: ThreadState,
  message: string,
  from = 0,
): readonly Safe[] {
  return linesOf(state, thread)
    .filter((line) => line.message === message && line.offset >= from)
    .map((line) => lineWords(state, thread, line))
}

/** The line under the cursor. */
export function cursorWords(state: OnScreen & HasClock, thread: ThreadState): readonly Safe[] {
  const lines = linesOf(state, thread)
  const line = lines[cursorIndex(thread, lines)]
  return line === undefined ? [] : [lineWords(state, thread, line)]
}

function lineWords(state: HasClock, thread: ThreadState, { message: id, offset, line }: ThreadLine): Safe {
  const at = thread.messages.findIndex((message) => message.id === id)
  const message = thread.messages[at]
  if (offset !== 0 || message === undefined) return bare(lineText(line).replace(/^\s*│ /u, ''))
  return messageSentence(
    message,
    `${at + 1} of ${thread.messages.length}`,
    thread.open.has(id),
    state.clock.now,
  )
}
