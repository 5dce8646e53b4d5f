import { expectRead, expectThat, requestAt, requestsWith, type Scene, send, settle } from '../scene.ts'

const start: Scene = {
  name: 'start',
  proves: 'mail that waits is in the first request of a new session',
  async play(room) {
    await settle(room)
    const id = await send(room, 'marigold')
    const { code } = await room.prompt([{ say: 'Done.' }])
    expectThat(code === 0, `the program ended with ${code}`)
    await expectRead(room, id, 'marigold')
    expectThat(requestsWith(room, 'The word is marigold.')[0] === 0, 'the first request was without the mail')
  },
}

const tool: Scene = {
  name: 'tool',
  proves: 'mail that arrives while the model works is beside the result of its tool',
  async play(room) {
    await settle(room)
    let id = ''
    room.stub.at('works', async () => void (id = await send(room, 'larkspur')))
    await room.prompt([{ shell: 'true', event: 'works' }, { say: 'Done.' }])
    expectThat(id !== '', 'the model was not asked')
    await expectRead(room, id, 'larkspur')
    expectThat(
      requestsWith(room, 'The word is larkspur.')[0] === requestAt(room, 1),
      'the request after the tool was without the mail',
    )
  },
}

const toolFailed: Scene = {
  name: 'tool-failed',
  proves: 'mail that arrives before a tool fails is beside its error',
  async play(room) {
    await settle(room)
    let id = ''
    room.stub.at('works', async () => void (id = await send(room, 'mallow')))
    await room.prompt([{ shell: 'exit 3', event: 'works' }, { say: 'Done.' }])
    expectThat(id !== '', 'the model was not asked')
    await expectRead(room, id, 'mallow')
    expectThat(
      requestsWith(room, 'The word is mallow.')[0] === requestAt(room, 1),
      'the request after the tool was without the mail',
    )
  },
}

const stop: Scene = {
  name: 'stop',
  proves: 'mail that arrives during the last answer makes the agent go on',
  async play(room) {
    await settle(room)
    let id = ''
    room.stub.at('ends', async () => void (id = await send(room, 'foxglove')))
    await room.prompt([{ say: 'Done.', event: 'ends' }, { say: 'Read.' }])
    await expectRead(room, id, 'foxglove')
  },
}

const resume: Scene = {
  name: 'resume',
  proves: 'a resumed session is told what arrived meanwhile, and nothing twice',
  async play(room) {
    await settle(room)
    await send(room, 'primrose')
    await room.prompt([{ say: 'Done.' }])
    const id = await send(room, 'speedwell')
    room.stub.at('works', async () => void (await send(room, 'woodruff')))
    const looks = { shell: 'watchpost next', event: 'works' }
    await room.prompt([looks, { say: 'Done.' }], { name: 'again', isResumed: true })
    await expectRead(room, id, 'speedwell')
    expectThat(requestsWith(room, 'The word is woodruff.', 'again').length > 0, 'a command got no mail')
    expectThat(requestsWith(room, 'not taken').length === 0, 'the resumed session counted as a subagent')
    const [body = ''] = requestsWith(room, '', 'again').map((at) => room.stub.requests[at]?.body)
    expectThat(body.includes('stub-script:'), 'the program did not resume')
    expectThat(body.split('The word is primrose.').length <= 2, 'old mail was shown again')
  },
}

const tools: Scene = {
  name: 'tools',
  proves: 'the tools of Watchpost are offered, and what they answer reaches the model',
  async play(room) {
    await settle(room)
    const { address } = JSON.parse(await room.watchpost('whoami', '--json'))
    const args = { to: [address], subject: 'Bluebell', body: 'The word is bluebell.' }
    const found = room.driver.finds === null ? [] : [room.driver.finds('mcp__watchpost__send')]
    const send = { tool: 'watchpost.*[^a-z]send$', unlisted: 'mcp__watchpost__send', args }
    await room.prompt([...found, send, { say: 'Done.' }])
    const inbox = JSON.parse(await room.watchpost('inbox', '--json'))
    expectThat(inbox.messages?.length === 1, `nothing was sent: ${JSON.stringify(inbox).slice(0, 200)}`)
    expectThat(
      requestsWith(room, inbox.messages[0].id).length > 0,
      'the answer of the tool did not reach the model',
    )
  },
}

const answer: Scene = {
  name: 'answer',
  proves: 'an agent that was set up answers its mail without a click',
  async play(room) {
    await settle(room)
    const id = await send(room, 'heather')
    await room.prompt([{ shell: `watchpost reply ${id} -b 'Heather it is.'` }, { say: 'Done.' }])
    const inbox = await room.watchpost('inbox', '--json')
    expectThat(inbox.includes('heather'), 'no answer arrived')
  },
}

/** What happens in the turns of one session. */
export const turns: readonly Scene[] = [start, tool, toolFailed, stop, resume, tools, answer]
