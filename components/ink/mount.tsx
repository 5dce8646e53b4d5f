import { EventEmitter } from 'node:events'
import { render } from 'ink'
import type { ReactElement } from 'react'
import { accessibilityContext } from '../../node_modules/ink/build/components/AccessibilityContext.js'
import type { Screen } from '../../src/faces/tui/terminal/screen.ts'
import { installFastOutput } from './fast-output.ts'

export type Mounted = {
  /** Renders before it returns. After a resize this also computes a new layout. */
  update(element: ReactElement): void
  /**
   * Gives text to the component of this element that reads keys itself (ink-text-input). The component has taken it at
   * the return. The next update draws the result.
   */
  type(element: ReactElement, text: string): void
  unmount(): void
}

/** What Ink takes for a terminal's output. */
class FrameSink extends EventEmitter {
  readonly isTTY = false
  /** Ink draws no last frame for an output that ended. */
  destroyed = false
  readonly #size: Pick<Screen, 'columns' | 'rows'>
  readonly #onFrame: (frame: string) => void

  constructor(size: Pick<Screen, 'columns' | 'rows'>, onFrame: (frame: string) => void) {
    super()
    this.#size = size
    this.#onFrame = onFrame
  }

  get columns(): number {
    return this.#size.columns
  }

  get rows(): number {
    return this.#size.rows
  }

  write(frame: string): boolean {
    this.#onFrame(frame)
    return true
  }
}

/** A terminal's input for Ink, read at once. Components that read keys demand raw mode. */
class TypedText extends EventEmitter {
  readonly isTTY = true
  #text: string | null = null

  type(text: string): void {
    this.#text = text
    this.emit('readable')
  }

  read(): string | null {
    const text = this.#text
    this.#text = null
    return text
  }

  setRawMode(): void {}
  setEncoding(): void {}
  ref(): void {}
  unref(): void {}
}

/**
 * Lets Ink draw onto a screen. Ink gets no stream of the real terminal, so that it can neither write to it nor take
 * its keys, whatever `CI` is set to. React keeps a timing entry for each render unless NODE_ENV is `production` when
 * it is loaded.
 */
export function mount(element: ReactElement, screen: Pick<Screen, 'columns' | 'rows' | 'draw'>): Mounted {
  installFastOutput()
  let open = true
  const sink = (frame: string): void => {
    if (open) screen.draw(frame)
  }
  const stderr = Object.assign(new EventEmitter(), { isTTY: false, write: () => true })
  const stdin = new TypedText()
  const steady = steadyContext(screen)
  const stdout = new FrameSink(screen, sink)
  const instance = render(steady(element), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    isScreenReaderEnabled: false,
  })
  // A component that threw rejects this; left unhandled, it ends the program like any other bug.
  void instance.waitUntilExit()
  return {
    update: (next) => instance.rerender(steady(next)),
    type(next, text) {
      open = false
      instance.rerender(steady(next))
      open = true
      stdin.type(text)
    },
    unmount() {
      open = false
      stdout.destroyed = true
      instance.unmount()
    },
  }
}

/**
 * Ink gives its texts this context as a new object in each frame, so all of them would render again, memoised or not.
 * Here it changes only for a new layout: for another size of the screen.
 */
function steadyContext(screen: Pick<Screen, 'columns' | 'rows'>): (element: ReactElement) => ReactElement {
  let size = ''
  let accessibility = { isScreenReaderEnabled: false }
  return (element) => {
    const now = `${screen.columns}×${screen.rows}`
    if (now !== size) accessibility = { isScreenReaderEnabled: false }
    size = now
    return <accessibilityContext.Provider value={accessibility}>{element}</accessibilityContext.Provider>
  }
}
