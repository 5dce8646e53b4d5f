import { difference } from './cell-diff.ts'
import { type Clock, realClock } from './clock.ts'
import { blankRow, parseFrame, type Row } from './frame.ts'

export type Position = { readonly x: number; readonly y: number }

export type ScreenCounters = {
  /** Writes that changed something. */
  readonly frames: number
  readonly bytes: number
  readonly clears: number
}

export type Screen = {
  readonly columns: number
  readonly rows: number
  readonly counters: ScreenCounters
  /** The number of frames handed in; `onFrameWritten` reports which of them is visible. */
  readonly drawn: number
  /**
   * Shows a frame: now, or with the latest one as soon as a write is due. One is due every 16 ms, and one may come early:
   * what a key asked for follows at once on what its last one had loaded.
   */
  draw(frame: string): void
  /** Clears and writes everything again. */
  repaint(): void
  /** After a change of size whatever the terminal shows is unknown: the next frame clears. */
  resize(columns: number, rows: number): void
  /** Shows what `draw` hands in together with the caret of a text field, or without any; a caret that moved alone too. */
  show(caret: Position | null, draw: () => void): void
  /** Writes what waits for its turn, then nothing until `resume`, which repaints. */
  pause(): void
  resume(): void
  close(): void
}

export type ScreenOptions = {
  readonly output: { write(data: string): unknown; readonly columns?: number; readonly rows?: number }
  readonly clock?: Clock
  /** Time between writes on average, ms; two may follow at once on one another. */
  readonly interval?: number
  /** Called after each write, with the number of the newest visible frame. */
  readonly onFrameWritten?: (drawn: number) => void
}

/** Writes frames to a terminal, changed cells only. The terminal must not wrap lines (`?7l`). */
export function openScreen(options: ScreenOptions): Screen {
  return new CellScreen(options)
}

class CellScreen implements Screen {
  readonly counters = { frames: 0, bytes: 0, clears: 0 }
  columns: number
  rows: number
  drawn = 0
  readonly #output: ScreenOptions['output']
  readonly #clock: Clock
  readonly #interval: number
  readonly #onFrameWritten: ((drawn: number) => void) | undefined
  #frame: string | undefined
  #shown: readonly Row[] | undefined
  #cursor: Position | null = null
  #shownCursor: Position | null = null
  #state: 'open' | 'paused' | 'closed' = 'open'
  #cancelTimer: (() => void) | undefined
  #showing = false
  /** Until then the writes that were made are due. */
  #dueUntil = Number.NEGATIVE_INFINITY

  constructor({ output, clock = realClock, interval = 16, onFrameWritten }: ScreenOptions) {
    this.columns = output.columns ?? 80
    this.rows = output.rows ?? 24
    this.#output = output
    this.#clock = clock
    this.#interval = interval
    this.#onFrameWritten = onFrameWritten
  }

  draw(frame: string): void {
    this.#frame = frame
    this.drawn++
    if (!this.#showing) this.#request()
  }

  repaint(): void {
    // The waiting frame is written as a change first: a repaint changes nothing visible.
    if (this.#cancelTimer !== undefined) this.#write()
    this.#shown = undefined
    this.#write()
  }

  resize(columns: number, rows: number): void {
    this.columns = columns
    this.rows = rows
    this.#shown = undefined
    // The frame for the new size is being made; waiting for it saves a paint of the old one.
    if (this.#state === 'open') this.#cancelTimer ??= this.#clock.after(this.#interval, () => this.#write())
  }

  show(caret: Position | null, draw: () => void): void {
    const before = this.drawn
    this.#showing = true
    try {
      draw()
    } finally {
      this.#showing = false
    }
    const moved = !samePlace(caret, this.#cursor)
    this.#cursor = caret
    if (this.#frame !== undefined && (moved || this.drawn > before)) this.#request()
  }

  pause(): void {
    // As with a repaint: what is resumed is what was to be seen.
    if (this.#cancelTimer !== undefined) this.#write()
    this.#stop('paused')
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#state = 'open'
    this.repaint()
  }

  close(): void {
    this.#stop('closed')
  }

  #stop(next: 'paused' | 'closed'): void {
    if (this.#state === 'closed') return
    this.#state = next
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  #request(): void {
    if (this.#state !== 'open' || this.#cancelTimer !== undefined) return
    const wait = this.#dueUntil - this.#interval - this.#clock.now()
    if (wait <= 0) this.#write()
    else this.#cancelTimer = this.#clock.after(wait, () => this.#write())
  }

  #write(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (this.#state !== 'open' || this.#frame === undefined) return
    const rows = parseFrame(this.#frame)
    const text = changes(this.#shown, rows, this, this.#shownCursor, this.#cursor)
    if (this.#shown === undefined) this.counters.clears++
    this.#shown = rows
    this.#shownCursor = this.#cursor
    if (text !== '') {
      this.#dueUntil = Math.max(this.#dueUntil, this.#clock.now()) + this.#interval
      this.counters.frames++
      this.counters.bytes += Buffer.byteLength(text)
      this.#output.write(text)
    }
    this.#onFrameWritten?.(this.drawn)
  }
}

function samePlace(one: Position | null, other: Position | null): boolean {
  return one?.x === other?.x && one?.y === other?.y
}

function changes(
  shown: readonly Row[] | undefined,
  rows: readonly Row[],
  size: { readonly columns: number; readonly rows: number },
  shownCursor: Position | null,
  cursor: Position | null,
): string {
  const body = difference(shown ?? [blankRow], rows, size.columns, size.rows)
  const text = shown === undefined ? `\x1b[?25l\x1b[m\x1b[2J${body}` : body
  if (text === '' && samePlace(shownCursor, cursor)) return ''
  const hide = shownCursor !== null && shown !== undefined ? '\x1b[?25l' : ''
  if (cursor === null) return hide + text
  const x = Math.min(Math.max(cursor.x, 0), size.columns - 1)
  const y = Math.min(Math.max(cursor.y, 0), size.rows - 1)
  return `${hide}${text}\x1b[${y + 1};${x + 1}H\x1b[?25h`
}
