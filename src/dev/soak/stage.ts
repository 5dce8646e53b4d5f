import { type ChildProcess, spawn } from 'node:child_process'
import { quietEnvironment } from '../../../test/support/batch.ts'
import type { Ledger, Pen } from './ledger.ts'
import type { Options } from './options.ts'

/** Something that can be killed. */
export type Target = {
  readonly role: string
  readonly name: string
  readonly pid?: number | undefined
  kill(): void
}

export type Ended = {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Since when it ran. */
  readonly since: number
  /** Nobody killed it, and there was room on the disk as long as it ran. */
  readonly undisturbed: boolean
}

type Running = { readonly role: string; readonly name: string; readonly input?: string }

/** A process, or with a minus a group of them, that may be gone already. */
export function strike(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** So long may drivers take to end once their programs are killed, ms. */
const patience = 90_000

/** No agent acts in these. */
const nobodys = new Set(['serve', 'patrol', 'setup'])

/** What all drivers share: the store, who runs, the clock, and the ledger. */
export class Stage {
  readonly targets = new Set<Target>()
  /** Which clock the programs get that start now. */
  clock = '+0h'
  /** Nothing new is sent or asked. */
  isEnding = false
  /** Nothing is started again. */
  isOver = false
  /** While the disk was full, and until the programs had a moment to see that there is room. */
  fullUntil = 0
  private readonly drivers = new Set<{
    readonly name: string
    readonly pen: Pen
    readonly done: Promise<void>
  }>()

  readonly folder: string
  readonly location: string
  readonly program: string
  readonly options: Options
  readonly ledger: Ledger
  readonly random: () => number

  constructor(given: Pick<Stage, 'folder' | 'location' | 'program' | 'options' | 'ledger' | 'random'>) {
    this.folder = given.folder
    this.location = given.location
    this.program = given.program
    this.options = given.options
    this.ledger = given.ledger
    this.random = given.random
  }

  environment(agent: string | null): NodeJS.ProcessEnv {
    return {
      ...quietEnvironment(),
      HOME: this.folder,
      // The person at the keyboard is proved; the store is one for tests.
      ...(agent === null ? { WATCHPOST_IDENTITY: 'person' } : { WATCHPOST_AGENT: agent }),
      WATCHPOST_STORE: this.location,
      ...(this.clock !== '+0h' && { WATCHPOST_CLOCK: this.clock }),
    }
  }

  /** Begins what goes on until the end; a driver that breaks is a fault of the soak, and told. */
  drive(name: string, pen: Pen, work: () => Promise<void>): void {
    const fail = (error: unknown) =>
      pen({ what: 'failed', name, said: `its driver: ${String(error)}`, at: Date.now() })
    const driver = { name, pen, done: work().catch(fail) }
    this.drivers.add(driver)
    void driver.done.then(() => this.drivers.delete(driver))
  }

  /** What may be killed from now until it says that it is gone. */
  expose(target: Target): () => void {
    this.targets.add(target)
    return () => void this.targets.delete(target)
  }

  start(args: readonly string[], { role, name }: Running): ChildProcess {
    const child = spawn(process.execPath, [this.program, ...args], {
      env: this.environment(nobodys.has(role) ? null : name),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const gone = this.expose({ role, name, pid: child.pid, kill: () => void child.kill('SIGKILL') })
    child.once('close', gone)
    child.stdin.on('error', () => {})
    return child
  }

  /** Runs a command to its end, whatever that is. */
  run(args: readonly string[], running: Running): Promise<Ended> {
    const since = Date.now()
    const child = this.start(args, running)
    let [out, err] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err = (err + text).slice(-2_000)))
    child.stdin?.end(running.input ?? '')
    return new Promise((resolve) =>
      child.once('close', (code) =>
        resolve({ code, out, err, since, undisturbed: code !== null && this.hadRoom(since) }),
      ),
    )
  }

  /** Nothing that began then met a full disk. */
  hadRoom(since: number): boolean {
    return since > this.fullUntil
  }

  later(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds))
  }

  /** About so long. */
  about(milliseconds: number): number {
    return milliseconds * (0.5 + this.random())
  }

  /** Kills everything at once, as a loss of power does. */
  killAll(): void {
    for (const target of [...this.targets]) target.kill()
  }

  /** A driver that does not end although all its programs are killed is a fault of the soak, and told. */
  async close(): Promise<void> {
    this.isEnding = true
    this.isOver = true
    const end = Date.now() + patience
    while (this.drivers.size > 0 && Date.now() < end) {
      this.killAll()
      await this.later(300)
    }
    for (const { name, pen } of this.drivers)
      pen({ what: 'failed', name, said: 'its driver does not end', at: Date.now() })
  }
}
