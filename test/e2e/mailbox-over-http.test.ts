import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { until } from '../support/soon.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/mailbox-over-http.md', import.meta.url)), 'utf8')
/** The commands of the page, in their order; a line of its own for each block. */
const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gmu)].map(([, text = '']) =>
  text.replace(/^ {3}/gmu, ''),
)

const folder = mkdtempSync(join(tmpdir(), 'watchpost-page-'))
let server: ChildProcess | undefined
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** `watchpost`, as an installed program is found. */
const program = join(folder, 'watchpost')
writeFileSync(
  program,
  `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(programFile)} "$@"\n`,
)
chmodSync(program, 0o755)
const environment = { ...quietEnvironment(), HOME: folder, PATH: `${folder}:${process.env['PATH'] ?? ''}` }

/** A shell in which one block follows another; each ends with a mark. */
function openShell() {
  const shell = spawn('sh', [], { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  let out = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (out += text))
  let blocksRun = 0
  return {
    async run(text: string): Promise<string> {
      const mark = `== ${++blocksRun}`
      const from = out.length
      shell.stdin.write(`${text}\necho; echo "${mark}: $?"\n`)
      await until(() => out.slice(from).includes(`\n${mark}: `), text)
      return out.slice(from)
    },
    end: () => shell.stdin.end('exit\n'),
  }
}

async function serve(): Promise<string> {
  server = spawn(program, ['serve', '--port', '0'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  await until(() => /"url":"[^"]+"/u.test(told), 'the server')
  return /"url":"http:\/\/127\.0\.0\.1:(\d+)"/u.exec(told)?.[1] ?? ''
}

it('the walk through docs/mailbox-over-http.md works as it is written', async () => {
  const shell = openShell()
  const answers: string[] = []
  let port = ''
  let token = ''
  for (const block of blocks)
    if (block.trim() === 'watchpost serve') port = await serve()
    else {
      const text = block
        .replace('localhost:8000', `localhost:${port}`)
        .replace('wp_…', token)
        // Here nobody sits at a terminal.
        .replace('watchpost init', 'watchpost init --test')
      answers.push(await shell.run(text))
      token = /wp_[\w-]+/u.exec(answers.at(-1) ?? '')?.[0] ?? token
    }
  shell.end()
  const expected = [
    'team',
    '"ua_type":"user","user_id":"lea","host":"localhost"',
    '"recipients":["architect@team@localhost"]',
    '',
    '"body":"None is red.\\n"',
    '"priority":"low"',
    '"received_at"',
    '"token_type":"bearer"',
  ]
  expect(
    answers.map((answer, at) => [at, answer.includes(expected[at] ?? '?') ? expected[at] : answer]),
  ).toEqual(expected.map((text, at) => [at, text]))
  for (const answer of answers) expect(answer).not.toContain('"detail"')
})
