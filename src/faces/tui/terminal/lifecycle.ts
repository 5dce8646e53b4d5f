import { spawn } from 'node:child_process'
import type { ReadStream, WriteStream } from 'node:tty'
import { armExits, type Exits } from './exits.ts'
import { writeNow } from './frame.ts'
import {
  enterSequence,
  groundQuestion,
  leaveSequence,
  mouseSequence,
  type NoticeWay,
  noticeSequence,
  titleSequence,
} from './sequences.ts'

const hangup = 129

export type Terminal = {
  readonly columns: number
  readonly rows: number
  write(data: string): void
  /** Cleaned and cut; written only when it changed. The old title comes back on leaving. */
  title(text: string): void
  notice(way: NoticeWay, title: string, body: string): void
  mouse(on: boolean): void
  /** C-z: hands the terminal back to the shell until `fg`. */
  suspend(): void
  /** Runs `$EDITOR`, a pager or the like with the terminal handed over; gives its exit code, 127 when it did not start. */
  runOutside(command: readonly string[], options?: OutsideOptions): Promise<number>
  /** Restores the terminal and lets go of stdin and the signals. */
  close(): void
}

export type OutsideOptions = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv }

export type TerminalOptions = {
  readonly stdin: ReadStream
  readonly stdout: WriteStream & { readonly fd: number }
  readonly mouse?: boolean
  /** Asks for the colour of the background. */
  readonly asksGround?: boolean
  readonly inTmux?: boolean
  /** Only lines are written: the terminal stays as it is but for its keys, and has no title of ours. */
  readonly linear?: boolean
  readonly onInput: (chunk: Uint8Array) => void
  readonly onResize: (columns: number, rows: number) => void
  /** The terminal is about to be somebody else's: write nothing until `onEnter`. */
  readonly onLeave: () => void
  /** The terminal is ours again and shows nothing of ours. */
  readonly onEnter: () => void
  /** The process was asked to end, or its terminal is gone: the remaining work has one second. */
  readonly onEnd?: () => Promise<void>
  /** The text on stderr for an error that nobody caught. */
  readonly describeError?: (error: unknown) => string
}

/** Takes the terminal over until `close`, the process's end, or a crash: in every case it is restored. */
export function openTerminal(options: TerminalOptions): Terminal {
  return new TerminalSession(options)
}

class TerminalSession implements Terminal {
  readonly #options: TerminalOptions
  readonly #exits: Exits
  #state: 'ours' | 'suspended' | 'outside' | 'closed' = 'ours'
  #mouse: boolean
  #title = ''

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#mouse = options.mouse ?? false
    const { stdin, stdout, onInput, onEnd, describeError } = options
    this.#exits = armExits({
      restore: () => this.#restore(),
      comeBack: () => this.#comeBack(),
      isOutside: () => this.#state === 'outside',
      farewell: onEnd,
      describeError,
    })
    stdin.on('data', onInput).on('error', this.#lost).on('end', this.#lost)
    stdout.on('resize', this.#resized).on('error', this.#lost)
    this.#enter()
    if (options.asksGround) this.write(groundQuestion)
  }

  get columns(): number {
    return this.#options.stdout.columns
  }

  get rows(): number {
    return this.#options.stdout.rows
  }

  write(data: string): void {
    if (this.#state === 'ours') this.#options.stdout.write(data)
  }

  title(text: string): void {
    const next = titleSequence(text)
    if (next !== this.#title) this.write(next)
    this.#title = next
  }

  notice(way: NoticeWay, heading: string, body: string): void {
    this.write(noticeSequence(way, heading, body, this.#options.inTmux ?? false))
  }

  mouse(on: boolean): void {
    this.#mouse = on
    this.write(mouseSequence(on))
  }

  suspend(): void {
    if (this.#state !== 'ours') return
    this.#leave('suspended')
    // The whole job stops, as when the terminal does it: a launcher in front of us would keep the shell waiting.
    process.kill(0, 'SIGTSTP')
    // Without a shell to stop for, the signal is ignored and no SIGCONT follows.
    setTimeout(() => this.#state === 'suspended' && this.#comeBack(), 200)
  }

  async runOutside(command: readonly string[], { cwd, env }: OutsideOptions = {}): Promise<number> {
    const [program, ...rest] = command
    if (this.#state !== 'ours' || program === undefined) return 127
    this.#leave('outside')
    const code = await new Promise<number>((settle) => {
      const child = spawn(program, rest, { stdio: 'inherit', ...(cwd && { cwd }), ...(env && { env }) })
      child.on('error', () => settle(127))
      child.on('exit', (exitCode) => settle(exitCode ?? 128))
    })
    if (this.#is('outside')) this.#state = 'suspended'
    this.#comeBack()
    return code
  }

  close(): void {
    const { stdin, stdout, onInput } = this.#options
    this.#restore()
    this.#exits.disarm()
    stdin.off('data', onInput).off('error', this.#lost).off('end', this.#lost)
    stdout.off('resize', this.#resized).off('error', this.#lost)
  }

  #is(state: string): boolean {
    return this.#state === state
  }

  #resized = (): void => this.#options.onResize(this.columns, this.rows)

  /** The terminal went away without its signal. */
  #lost = (): void => {
    if (this.#state !== 'closed') this.#exits.end(hangup)
  }

  #enter(): void {
    const { stdin, stdout, linear } = this.#options
    // Off first: the shell may have changed the mode, and setting a mode that is believed set does nothing.
    stdin.setRawMode(false)
    stdin.setRawMode(true)
    stdin.resume()
    if (!linear) writeNow(stdout.fd, enterSequence(this.#mouse) + this.#title)
    this.#state = 'ours'
  }

  #leave(next: 'suspended' | 'outside' | 'closed'): void {
    const { stdin, stdout, onLeave, linear } = this.#options
    // First: a terminal that is gone fails while it is given back, and each failure asks for that again.
    this.#state = next
    onLeave()
    if (!linear) writeNow(stdout.fd, leaveSequence())
    if (!stdin.destroyed) stdin.setRawMode(false).pause()
  }

  #comeBack(): void {
    // Stopped by somebody else: a shell may have written all over what is still ours.
    if (this.#state === 'ours') this.#leave('suspended')
    if (this.#state !== 'suspended') return
    this.#enter()
    this.#resized()
    this.#options.onEnter()
  }

  #restore(): void {
    if (this.#state === 'ours') this.#leave('closed')
    this.#state = 'closed'
  }
}
