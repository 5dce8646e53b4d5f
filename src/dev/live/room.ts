import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Driver, Place } from './driver.ts'
import { listening, wasTold } from './listening.ts'
import { type Ended, endInside, openProcesses, type Processes } from './processes.ts'
import { type Step, scripted } from './stub/script.ts'
import { openStubModel, type StubModel } from './stub/server.ts'

/** The agent that `setup` names. */
export const agent = 'worker'
/** A second one. */
export const scout = 'scout'

export type Options = {
  /** The agent, where it is not the one that `setup` names. */
  readonly as?: string
  readonly cwd?: string
  /** Of the script: requests with it are found by it. */
  readonly name?: string
  readonly isResumed?: boolean
}

/** One program, a stub model and a store of their own. */
export type Room = {
  readonly driver: Driver
  readonly place: Place
  readonly stub: StubModel
  readonly processes: Processes
  /** All the variables that the program gets. */
  readonly env: Readonly<Record<string, string>>
  /** `watchpost`, run by the person. @throws Error where it fails */
  watchpost(...words: readonly string[]): Promise<string>
  /** Runs the program with one prompt, until it ends. */
  prompt(steps: readonly Step[], options?: Options): Promise<Ended>
  /** Runs the program with these arguments, until it ends. */
  program(words: readonly string[]): Promise<Ended>
  /** A prompt that is a script of this name. */
  scripted(name: string, ...steps: readonly Step[]): string
  /** Whether the program has told an event, where events are recorded; elsewhere nothing is waited for. */
  isTold(event: string): boolean
  /** What the programs printed so far. */
  printed(): string
  close(): Promise<void>
}

/** The variables of a program: nothing of the caller's, but what says where things are. */
export function environmentOf(driver: Driver, place: Place): Readonly<Record<string, string>> {
  return {
    PATH: `${place.bin}:/usr/local/bin:/usr/bin:/bin`,
    HOME: place.home,
    TMPDIR: join(dirname(place.home), 'tmp'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    // Whoever obeys a proxy reaches nobody but the stub model.
    HTTP_PROXY: place.url,
    HTTPS_PROXY: place.url,
    NO_PROXY: '127.0.0.1,localhost',
    ...driver.variables(place),
  }
}

export async function openRoom(driver: Driver, program: string, records: string | null): Promise<Room> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wp-live-')))
  const [home, bin, project, worktree] = ['home', 'bin', 'project', 'worktree'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const stub = await openStubModel()
  const place = { home, bin, project, worktree, url: stub.url }
  const processes = openProcesses()
  const env = environmentOf(driver, place)
  for (const one of [home, bin, project, join(folder, 'tmp')]) mkdirSync(one)
  fillBin(bin, driver.program, program)
  const files = driver.files(place)
  for (const [path, text] of Object.entries({ ...files, ...listening(driver, place, files, records) })) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // The person is no agent, and has the keys all the same: `watchpost run` hands them on.
  const persons = Object.fromEntries(
    Object.entries(env).filter(([variable]) => !/^WATCHPOST_/u.test(variable)),
  )
  let printed = ''
  const run: Processes['run'] = async (...call) => {
    const ended = await processes.run(...call)
    printed += `$ ${call[0].join(' ')}\n${ended.out}\n`
    return ended
  }
  return {
    driver,
    place,
    stub,
    processes,
    env,
    async watchpost(...words) {
      const { code, out } = await run(['watchpost', ...words], project, persons)
      if (code !== 0) throw new Error(`watchpost ${words[0]} ended with ${code}: ${out.trim().slice(0, 300)}`)
      return out
    },
    prompt(steps, { as, cwd = project, name = 'main', isResumed = false } = {}) {
      const prompt = scripted(name, ...steps)
      const words = isResumed ? driver.resumed(prompt) : driver.prompted(prompt)
      const named = as === undefined ? env : { ...env, WATCHPOST_AGENT: as }
      return run([driver.program, ...words], cwd, named)
    },
    program: (words) => run([driver.program, ...words], project, env),
    isTold: (event) =>
      records === null || !driver.tells?.events.includes(event) || wasTold(records, project, event),
    scripted,
    printed: () => printed,
    async close() {
      processes.end()
      endInside(home)
      await stub.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** The program, Node and Watchpost. */
function fillBin(bin: string, name: string, program: string): void {
  symlinkSync(realpathSync(program), join(bin, name))
  symlinkSync(process.execPath, join(bin, 'node'))
  const watchpost = process.env['WATCHPOST_PROGRAM'] ?? join(process.cwd(), 'dist/watchpost.js')
  writeFileSync(join(bin, 'watchpost'), `#!/bin/sh\nexec node '${watchpost}' "$@"\n`)
  chmodSync(join(bin, 'watchpost'), 0o755)
}
