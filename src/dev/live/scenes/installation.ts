import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, type Room } from '../room.ts'
import { expectRead, expectThat, requestsWith, type Scene, send, settle, setUp } from '../scene.ts'

const plugin: Scene = {
  name: 'plugin',
  proves: 'the plugin hands mail over in place of `setup`',
  async play(room) {
    await room.processes.run(['git', 'init', '--quiet'], room.place.project, room.env)
    await room.watchpost('init', '--test')
    await room.watchpost('agents', 'register', agent)
    for (const words of room.driver.plugin?.(process.cwd()) ?? []) {
      const { code, out } = await room.program(words)
      expectThat(code === 0, `${words.slice(0, 3).join(' ')} ended with ${code}: ${out.trim().slice(0, 200)}`)
    }
    const id = await send(room, 'jasmine')
    await room.prompt([{ say: 'Done.' }], { as: agent })
    await expectRead(room, id, 'jasmine')
  },
}

const brokenStore: Scene = {
  name: 'broken-store',
  proves: 'an agent works on where the store is damaged',
  async play(room) {
    await settle(room)
    const folder = join(room.place.project, '.watchpost')
    for (const name of ['mail.db-wal', 'mail.db-shm']) rmSync(join(folder, name), { force: true })
    writeFileSync(join(folder, 'mail.db'), 'This is no database. '.repeat(500))
    const { code } = await room.prompt([{ shell: 'true' }, { say: 'Done.' }])
    expectThat(code === 0, `the program ended with ${code}`)
    expectThat(requestsWith(room, '').length >= 2, 'the agent did not end its work')
  },
}

const untrustedHooks: Scene = {
  name: 'untrusted-hooks',
  proves: 'mail stays unread where the program does not trust the hooks',
  async play(room) {
    await settle(room)
    const id = await send(room, 'lavender')
    const prompt = room.scripted('main', { say: 'Done.' })
    await room.program(room.driver.untrusted?.(prompt) ?? [])
    expectThat(requestsWith(room, '').length > 0, 'the model was not asked')
    expectThat(requestsWith(room, 'The word is lavender.').length === 0, 'hooks ran that nobody trusts')
    const { receipts } = JSON.parse(await room.watchpost('receipts', id, '--json'))
    expectThat(receipts[0]?.shown === null, 'the mail is marked as read')
  },
}

const setupTwice: Scene = {
  name: 'setup-twice',
  proves: '`setup` changes nothing the second time',
  async play(room) {
    await settle(room)
    await room.prompt([{ say: 'Done.' }])
    const before = textsIn(room)
    const out = await setUp(room)
    expectThat(out.includes('Nothing to change'), `it changed something: ${out.trim().slice(0, 200)}`)
    expectThat(JSON.stringify(textsIn(room)) === JSON.stringify(before), 'a file changed')
  },
}

const remove: Scene = {
  name: 'remove',
  proves: '`setup --remove` takes out all of ours, and nothing else',
  async play(room) {
    const before = textsIn(room)
    await settle(room)
    await room.prompt([{ say: 'Done.' }])
    const program = linesIn(textsIn(room)).filter((line) => !linesIn(before).includes(line))
    await room.watchpost('setup', ...(room.driver.setup ?? []).slice(0, 1), '--remove', '--yes')
    const after = textsIn(room)
    for (const [file, text] of Object.entries(after))
      expectThat(!/watchpost/iu.test(text), `${file} still names watchpost`)
    const left = linesIn(after)
    // What the program wrote itself is told by tables that Watchpost never writes.
    const own = program.filter((line) => /^\[(?:hooks\.state|tui|projects)/u.test(line))
    for (const line of [...linesIn(before), ...own])
      expectThat(left.includes(line), `this line was lost: ${line}`)
  },
}

const run: Scene = {
  name: 'run',
  proves: '`watchpost run` starts the program for a message, which it answers',
  async play(room) {
    await settle(room)
    const id = await send(room, 'magnolia')
    const prompt = room.scripted('main', { shell: `watchpost reply ${id} -b Done.` }, { say: 'Done.' })
    await room.watchpost('run', agent, '--once', '--', room.driver.program, ...room.driver.prompted(prompt))
    expectThat((await room.watchpost('inbox', '--json')).includes('magnolia'), 'no answer arrived')
  },
}

/** The files of the project and those that the driver made, by their paths. */
function textsIn({ place, driver }: Room): Readonly<Record<string, string>> {
  const inProject = readdirSync(place.project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/\.(?:git|watchpost)\//u.test(path))
  // Claude Code's own file lists which servers of a project were seen.
  const own = Object.keys(driver.files(place)).filter((path) => !path.endsWith('/.claude.json'))
  const paths = [...inProject, ...own].filter((path) => existsSync(path))
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(path, 'utf8')]))
}

function linesIn(texts: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(texts).flatMap((text) => text.split(/,?\n/u))
}

/** How Watchpost comes into a program and out of it, and what it does where something is amiss. */
export const installation: readonly Scene[] = [plugin, brokenStore, untrustedHooks, setupTwice, remove, run]
