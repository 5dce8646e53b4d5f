import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export type Ended = { readonly code: number | null; readonly out: string }

/** The programs of one scene, each the head of a group of its own, so that what it started ends with it. */
export type Processes = {
  run(
    command: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<Ended>
  /** Counts a program that was started elsewhere and is the head of its group. */
  add(pid: number): void
  end(): void
}

export function openProcesses(): Processes {
  const groups = new Set<number>()
  return {
    run: ([file = '', ...words], cwd, env, input) =>
      new Promise((settle, fail) => {
        const stdin = input === undefined ? 'ignore' : 'pipe'
        const child: ChildProcess = spawn(file, words, {
          cwd,
          env,
          detached: true,
          stdio: [stdin, 'pipe', 'pipe'],
        })
        if (child.pid !== undefined) groups.add(child.pid)
        let out = ''
        const hear = (chunk: Buffer) => void (out += chunk)
        child.stdout?.on('data', hear)
        child.stderr?.on('data', hear)
        child.stdin?.end(input)
        child.on('error', fail)
        // Not `close`: what it left behind may hold its output open.
        child.on('exit', (code) => setImmediate(() => settle({ code, out })))
      }),
    add: (pid) => void groups.add(pid),
    end() {
      for (const group of groups) endProcess(-group)
    },
  }
}

/** Ends what left its group but has this home folder still, where the system tells variables of processes. */
export function endInside(home: string): void {
  for (const pid of numbersIn('/proc')) if (homeOf(pid) === home) endProcess(pid)
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function homeOf(pid: number): string | undefined {
  try {
    return /(?:^|\0)HOME=([^\0]*)/u.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]
  } catch {
    // It has ended, or belongs to somebody else.
    return undefined
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
