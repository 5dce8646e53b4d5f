import type { ReadStream, WriteStream } from 'node:tty'
import type { InputEvent } from './key-event.ts'
import { openKeyReader } from './key-reader.ts'
import { openTerminal, type Terminal } from './lifecycle.ts'
import { openScreen, type Screen } from './screen.ts'

export type Stage = { readonly screen: Screen; readonly terminal: Terminal; close(): void }

export type StageOptions = {
  readonly stdin: ReadStream
  readonly stdout: WriteStream & { readonly fd: number }
  readonly onEvent: (event: InputEvent) => void
  /** The screen has its new size already; draw a frame for it. */
  readonly onResize: (columns: number, rows: number) => void
  readonly onFrameWritten?: (drawn: number) => void
  readonly mouse?: boolean
  readonly asksGround?: boolean
  readonly inTmux?: boolean
  readonly onEnd?: () => Promise<void>
  readonly describeError?: (error: unknown) => string
}

/** The terminal, the writer onto it and the keys from it, joined: all that a full-screen program needs. */
export function openStage(options: StageOptions): Stage {
  const { stdin, stdout, onEvent, onResize, onFrameWritten, ...rest } = options
  const reader = openKeyReader(onEvent)
  const output = {
    columns: stdout.columns,
    rows: stdout.rows,
    write: (data: string): void => terminal.write(data),
  }
  const screen = openScreen({ output, ...(onFrameWritten && { onFrameWritten }) })
  const terminal = openTerminal({
    ...rest,
    stdin,
    stdout,
    onInput: reader.push,
    onResize(columns, rows) {
      if (columns === screen.columns && rows === screen.rows) return
      screen.resize(columns, rows)
      onResize(columns, rows)
    },
    onLeave: () => screen.pause(),
    onEnter: () => screen.resume(),
  })
  return {
    screen,
    terminal,
    close() {
      screen.close()
      reader.close()
      terminal.close()
    },
  }
}
