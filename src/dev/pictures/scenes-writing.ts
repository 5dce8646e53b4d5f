import { everyTheme, list, open, panes, type Scene, select } from './scene.ts'
import type { Studio } from './studio.ts'

async function compose(desk: Studio): Promise<void> {
  await panes(desk)
  await desk.press('m')
  await desk.sees('New message')
  await desk.type('broadcast:swarm_dev')
  await desk.press('Tab', 'Tab')
  await desk.type('Freeze at six')
  await desk.press('Tab', 'Tab')
  await desk.type('h')
  await desk.press('Tab')
  await desk.paste(
    'Merge what is green, park the rest.\n\n- the claim is in\n- the kill test waits for review',
  )
  await desk.sees('waits for review')
}

async function handoff(desk: Studio): Promise<void> {
  await open(desk, 'Implement mailbox')
  await desk.press('H')
  await desk.sees('Hand off: Implement mailbox store')
  await desk.type('swarm_dev/cri')
  await desk.sees('▸ swarm_dev/critic')
  await desk.press('Tab')
  await desk.misses('▸ swarm_dev/critic')
}

export const writing: readonly Scene[] = [
  {
    name: 'split-composer',
    themes: everyTheme,
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('R')
      await desk.sees('copies; no answer needed')
      await desk.press('Alt-q')
      await desk.sees('wrote:')
    },
  },
  {
    name: 'canned-replies',
    replies: {
      later: 'I look at it tomorrow.',
      tests: '{from}, please run the tests first:\nnpm test',
      approved: 'Approved. Merge it once the kill test is green.',
    },
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('R')
      await desk.sees('copies; no answer needed')
      await desk.press('Alt-r', 'Down')
      await desk.sees('▸ tests: swarm_dev/critic')
    },
  },
  {
    name: 'reply',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('r')
      await desk.sees('Reply to')
      await desk.type('Good: merge once the kill test is')
      await desk.sees('kill test is')
    },
  },
  {
    name: 'sending',
    async play(desk) {
      await select(desk, 'Budget')
      await desk.press('r')
      await desk.type('Two agents.')
      await desk.press('Enter')
      await desk.sees(/u takes it back|sending/u)
    },
  },
  { name: 'compose', play: compose },
  {
    name: 'keep',
    async play(desk) {
      await compose(desk)
      await desk.press('Esc')
      await desk.sees('Keep as a draft?')
    },
  },
  {
    name: 'drafts',
    async play(desk) {
      await compose(desk)
      await desk.press('Esc', 'y')
      await list(desk, 'Drafts', /▸.*Freeze at six/u)
    },
  },
  { name: 'handoff', play: handoff },
  {
    name: 'handoff-preview',
    async play(desk) {
      await handoff(desk)
      await desk.press('C-s')
      await desk.sees('Work handoff from')
    },
  },
]
