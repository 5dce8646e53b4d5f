import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { urlOf } from '../../support/server-url.ts'

const page = readFileSync('docs/a2a.md', 'utf8')
/** The blocks of the page that are marked, without what a list puts before their lines. */
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language} a2a\\n([\\s\\S]*?)^ *\`\`\``, 'gmu'))].map(
    ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''),
  )

let desk: Desk
let url = ''
let token: string
const running: ChildProcess[] = []
beforeAll(async () => {
  desk = openDesk([], 'swarm_a')
  desk.run(['agents', 'register', 'architect', '--can-complete'])
  token = desk.json('token', 'create', '--role', 'user', '--id', 'lea').token
  const server = desk.start(['serve', '--port', '0'])
  running.push(server)
  url = await urlOf(server)
  running.push(desk.start(['run', 'architect', '--reply', '--', 'sh', '-c', 'echo "None is red."']))
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  desk.close()
})

/** As it stands, but for the port, which is free here. */
async function run(program: string, before: readonly string[], text: string): Promise<string> {
  const env = { ...process.env, WATCHPOST_TOKEN: token }
  const args = [...before, text.replaceAll('http://localhost:8000', url)]
  return (await promisify(execFile)(program, args, { env })).stdout
}

it('the requests of the page about A2A do what it says, as they stand', async () => {
  const [card = '', send = '', stream = '', list = ''] = blocks('sh')
  const shell = (text: string) => run('sh', ['-c'], text)
  expect(JSON.parse(await shell(card))).toMatchObject({ name: 'swarm_a', skills: [{ id: 'architect' }] })
  const { task } = JSON.parse(await shell(send)).result
  expect(task).toMatchObject({
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ name: 'result', parts: [{ text: 'None is red.\n' }] }],
  })
  const told = (await shell(stream)).split('\n').filter((line) => line.startsWith('data: '))
  const kinds = told.map((line) => Object.keys(JSON.parse(line.slice('data: '.length)).result).join())
  expect([kinds[0], ...kinds.slice(-2)]).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
  expect(JSON.parse(await shell(list)).result).toMatchObject({
    totalSize: 2,
    pageSize: 10,
    nextPageToken: '',
  })
})

it('the program of the page about A2A prints the result', async () => {
  const [program = ''] = blocks('js')
  expect(await run(process.execPath, ['--input-type=module', '-e'], program)).toContain('None is red.')
})
