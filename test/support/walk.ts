import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile, quietEnvironment } from './batch.ts'
import { until } from './soon.ts'

/** A page of the documents that is played as it is written, in a folder of its own with `watchpost` on the path. */
export type Walk = {
  /** The blocks of commands, in their order, without what a list puts before their lines. */
  readonly blocks: readonly string[]
  /** Runs commands in one shell, where one block follows another, and gives what they print. */
  run(text: string): Promise<string>
  /** Starts a server on a free port, which it gives. */
  serve(folder?: string): Promise<string>
  /** Starts commands that do not end by themselves. What they printed so far. */
  start(text: string, folder: string, variables: NodeJS.ProcessEnv): () => string
  close(): void
}

export function openWalk(page: string): Walk {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8')
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gmu)].map(([, block = '']) =>
    block.replace(/^ {3}/gmu, ''),
  )
  const home = mkdtempSync(join(tmpdir(), 'watchpost-page-'))
  const program = join(home, 'watchpost')
  writeFileSync(
    program,
    `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(programFile)} "$@"\n`,
  )
  chmodSync(program, 0o755)
  const env = { ...quietEnvironment(), HOME: home, PATH: `${home}:${process.env['PATH'] ?? ''}` }
  const running: ChildProcess[] = []
  const shell = spawn('sh', [], { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let out = ''
  shell.stdout.setEncoding('utf8').on('data', (more: string) => (out += more))
  shell.stderr.setEncoding('utf8').on('data', (more: string) => (out += more))
  let blocksRun = 0

  function start(command: string, folder: string, variables: NodeJS.ProcessEnv): () => string {
    // A group of its own, so that what the shell started ends with it.
    const child = spawn('sh', ['-c', command], {
      cwd: join(home, folder),
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.push(child)
    let told = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => (told += more))
    child.stderr.setEncoding('utf8').on('data', (more: string) => (told += more))
    return () => told
  }

  return {
    blocks,
    async run(commands) {
      const mark = `== ${++blocksRun}`
      const from = out.length
      shell.stdin.write(`${commands}\necho; echo "${mark}: $?"\n`)
      await until(() => out.slice(from).includes(`\n${mark}: `), commands)
      return out.slice(from)
    },
    async serve(folder = '.') {
      const told = start('exec watchpost serve --port 0', folder, {})
      await until(() => /"url":"[^"]+"/u.test(told()), 'the server')
      return /"url":"http:\/\/127\.0\.0\.1:(\d+)"/u.exec(told())?.[1] ?? ''
    },
    start,
    close() {
      shell.stdin.end('exit\n')
      for (const { pid } of running) if (pid !== undefined) endGroup(pid)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
