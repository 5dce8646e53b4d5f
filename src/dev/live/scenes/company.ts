import type { Room } from '../room.ts'
import { agent, scout } from '../room.ts'
import { expectRead, expectThat, requestsWith, type Scene, send, settle } from '../scene.ts'

/** A subagent that looks for mail itself, as the instructions of its project tell it to. */
function helperOf(room: Room) {
  const { subagent } = room.driver
  if (subagent === null) throw new Error('the driver tells no tool that starts a subagent')
  return subagent
}

const subagent: Scene = {
  name: 'subagent',
  proves: 'a subagent starts only after the agent was told its mail',
  async play(room) {
    await settle(room)
    const start = helperOf(room)(room.scripted('helper', { say: 'The helper is done.' }))
    let id = ''
    room.stub.at('starts', async () => void (id = await send(room, 'clover')))
    await room.prompt([{ ...start, event: 'starts' }, start, { say: 'Done.' }])
    await expectRead(room, id, 'clover')
    const [helped] = requestsWith(room, '', 'helper')
    const [told] = requestsWith(room, 'The word is clover.', 'main')
    expectThat(helped !== undefined, 'no subagent started')
    expectThat((told ?? -1) < (helped ?? -1), 'the subagent started before the agent was told its mail')
  },
}

const subagentMail: Scene = {
  name: 'subagent-mail',
  proves: 'a subagent that runs `watchpost next` takes no mail from its agent',
  async play(room) {
    await settle(room)
    const looks = { shell: 'watchpost next', event: 'helps' }
    const start = helperOf(room)(room.scripted('helper', looks, { say: 'The helper is done.' }))
    let id = ''
    room.stub.at('helps', async () => void (id = await send(room, 'thistle')))
    // A program may answer before its helper has ended, so it gets some more turns.
    await room.prompt([start, { shell: 'sleep 8' }, { shell: 'true' }, { say: 'Done.' }])
    expectThat(id !== '', 'no subagent started')
    // A subagent that may look leaves the mail to its agent.
    expectThat(requestsWith(room, 'The word is thistle.', 'main').length > 0, 'the subagent took the mail')
    await expectRead(room, id, 'thistle')
  },
}

const subagentWaits: Scene = {
  name: 'subagent-waits',
  proves: 'a subagent that begins to wait before there is mail takes none from its agent',
  async play(room) {
    await settle(room)
    const waits = { shell: '(watchpost wait --take --timeout 30s >/dev/null 2>&1 &)' }
    const later = { shell: 'true', event: 'waits' }
    const start = helperOf(room)(room.scripted('helper', waits, later, { say: 'The helper is done.' }))
    let id = ''
    room.stub.at('waits', async () => void (id = await send(room, 'yarrow')))
    await room.prompt([start, { shell: 'sleep 8' }, { shell: 'true' }, { say: 'Done.' }])
    expectThat(id !== '', 'no subagent started')
    expectThat(requestsWith(room, 'The word is yarrow.', 'main').length > 0, 'the subagent took the mail')
    await expectRead(room, id, 'yarrow')
  },
}

const twoSessions: Scene = {
  name: 'two-sessions',
  proves: 'of two sessions of one agent, each message reaches exactly one',
  async play(room) {
    await settle(room)
    const words = ['aster', 'begonia', 'camellia', 'dahlia']
    let sent = 0
    const more = async () => void (await send(room, words[sent++] ?? 'edelweiss'))
    for (const event of ['one', 'two', 'three', 'four']) room.stub.at(event, more)
    const session = (name: string, first: string, second: string) =>
      room.prompt([{ shell: 'true', event: first }, { shell: 'true', event: second }, { say: 'Done.' }], {
        name,
      })
    await Promise.all([session('left', 'one', 'two'), session('right', 'three', 'four')])
    for (const word of words) {
      const scripts = new Set(
        requestsWith(room, `The word is ${word}.`).map((at) => room.stub.requests[at]?.script),
      )
      expectThat(scripts.size === 1, `${word} reached ${scripts.size} of the two sessions`)
    }
  },
}

const twoAgents: Scene = {
  name: 'two-agents',
  proves: 'two agents in one project get each its own mail',
  async play(room) {
    await settle(room)
    await room.watchpost('agents', 'register', scout)
    const own = await send(room, 'ginger', agent)
    const others = await send(room, 'hyacinth', scout)
    const step = { shell: 'true' }
    await Promise.all([
      room.prompt([step, { say: 'Done.' }], { name: 'left' }),
      room.prompt([step, { say: 'Done.' }], { name: 'right', as: scout }),
    ])
    await expectRead(room, own, 'ginger')
    await expectRead(room, others, 'hyacinth')
    expectThat(requestsWith(room, 'ginger', 'right').length === 0, `${scout} got the mail of ${agent}`)
    expectThat(requestsWith(room, 'hyacinth', 'left').length === 0, `${agent} got the mail of ${scout}`)
  },
}

const worktree: Scene = {
  name: 'worktree',
  proves: 'an agent in a new git worktree gets its mail',
  async play(room) {
    await settle(room)
    await room.watchpost('agents', 'register', scout)
    const git = (...words: readonly string[]) =>
      room.processes.run(
        ['git', '-c', 'user.name=w', '-c', 'user.email=w@localhost', ...words],
        room.place.project,
        room.env,
      )
    await git('add', '--all')
    await git('commit', '--quiet', '-m', 'Set up')
    await git('worktree', 'add', '--quiet', room.place.worktree)
    const id = await send(room, 'iris', scout)
    await room.prompt([{ say: 'Done.' }], { as: scout, cwd: room.place.worktree })
    await expectRead(room, id, 'iris')
  },
}

/** What several sessions, agents and worktrees have of one store. */
export const company: readonly Scene[] = [
  subagent,
  subagentMail,
  subagentWaits,
  twoSessions,
  twoAgents,
  worktree,
]
