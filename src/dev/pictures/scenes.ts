import { goTo } from '../../../test/support/terminal-roster.ts'
import type { Studio, StudioOptions } from './studio.ts'
import { emptySwarm, swarmWithTopics } from './worlds.ts'

export type Scene = {
  readonly name: string
  /** Plays until the screen shows what the picture is to show. */
  readonly play: (desk: Studio) => Promise<void>
} & Omit<StudioOptions, 'size'>

/** The first screen, its preview included. */
async function panes(desk: Studio): Promise<void> {
  await desk.sees(/▸!! ● \S+ +\S/u)
  await desk.sees(/1\d unread/u)
  await desk.sees('librarian')
  await desk.sees(/Attention +\d/u)
}

/** To the message with this subject, wherever the list has it. */
async function select(desk: Studio, subject: string): Promise<void> {
  await panes(desk)
  const here = (): string => desk.screen().find((line) => /▸[ !·]{2} [●○]/u.test(line)) ?? ''
  for (let step = 0; step < 20 && !here().includes(subject); step += 1) await desk.press('j')
  if (!here().includes(subject)) throw new Error(`No row says ${subject}`)
}

async function open(desk: Studio, subject: string): Promise<void> {
  await select(desk, subject)
  await desk.press('Enter')
  await desk.sees(/lea: .*shown/u)
}

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
  await desk.sees('› swarm_dev/critic')
  await desk.press('Tab')
  await desk.misses('› swarm_dev/critic')
}

/** In the roster, once it has what this scene is about. */
async function list(desk: Studio, row: string, shows: string | RegExp): Promise<void> {
  await panes(desk)
  await goTo(desk, row)
  await desk.sees(shows)
}

async function palette(desk: Studio, words: string, shows: string | RegExp): Promise<void> {
  await panes(desk)
  await desk.press(':')
  await desk.sees(/do +send/u)
  await desk.type(words)
  await desk.sees(shows)
}

async function search(desk: Studio): Promise<void> {
  await panes(desk)
  await desk.press('/')
  await desk.type('from:critic tests')
  await desk.sees('Search from:critic tests')
  await desk.sees('Tests red on main')
}

const reading: readonly Scene[] = [
  { name: 'panes', play: panes },
  { name: 'empty', fill: emptySwarm, play: (desk) => desk.sees('No open mail.') },
  { name: 'thread', play: (desk) => open(desk, 'Implement mailbox') },
  {
    name: 'thread-tree',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('z', 'R')
      await desk.sees('Code review')
    },
  },
  {
    name: 'history',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('i')
      await desk.sees('history of')
    },
  },
  {
    name: 'raw',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('v')
      await desk.sees('NEEDS_CHANGES')
    },
  },
  {
    name: 'selection',
    async play(desk) {
      await panes(desk)
      await desk.press('j', 'Space', 'V', 'j', 'j')
      await desk.sees('4 selected')
    },
  },
  {
    name: 'archived',
    async play(desk) {
      await select(desk, 'Tests red on main')
      await desk.press('e')
      await desk.sees('1 archived')
    },
  },
  {
    name: 'snooze',
    async play(desk) {
      await select(desk, 'Budget')
      await desk.press('s')
      await desk.sees('Snooze 1 message until')
      await desk.type('2h')
    },
  },
  { name: 'attention', play: (desk) => list(desk, 'Attention', 'has not answered') },
  { name: 'owed', play: (desk) => list(desk, 'Owed to me', /▸.*Which seed/u) },
  { name: 'mailbox-of-another', play: (desk) => list(desk, '● critic', 'looking changes nothing') },
]

const writing: readonly Scene[] = [
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
      await desk.sees('Keep what you wrote?')
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

const places: readonly Scene[] = [
  {
    name: 'queue',
    async play(desk) {
      await list(desk, 'work', /▸.*Split the claim statement/u)
      await desk.press('t')
      await desk.sees(/▸.*Write the kill test.*lea/u)
    },
  },
  { name: 'channel', play: (desk) => list(desk, '#alerts', /▸.*I clear the old runs/u) },
  {
    name: 'tag',
    async play(desk) {
      await list(desk, '#inscription', /▸.*The Demotic part/u)
      await desk.press('m')
      await desk.type('Line 12 reads "for ever"')
      await desk.sees('for ever')
    },
  },
  { name: 'group', play: (desk) => list(desk, 'reviewers', 'role:architect') },
  {
    name: 'debate',
    fill: swarmWithTopics,
    async play(desk) {
      await list(desk, 'Redis', 'counter JWT needs no store.')
      await desk.press('Enter')
      await desk.sees('round 2/5')
    },
  },
  { name: 'task', fill: swarmWithTopics, play: (desk) => list(desk, 'nightly', /▸.*Sort the night/u) },
]

const finding: readonly Scene[] = [
  { name: 'search', play: search },
  {
    name: 'saved-view',
    async play(desk) {
      await search(desk)
      await desk.press('Enter', 'K')
      await desk.sees('Keep this search as')
      await desk.type('red-tests')
      await desk.press('Enter')
      await desk.sees('searches')
      await goTo(desk, 'red-tests')
      await desk.sees('─ red-tests from:critic tests')
    },
  },
  {
    name: 'filter',
    async play(desk) {
      await panes(desk)
      await desk.press('f')
      await desk.type('from:architect schema')
      await desk.sees('⊃ from:architect schema')
      await desk.misses('Tests red on main')
    },
  },
  {
    name: 'palette',
    async play(desk) {
      await palette(desk, 'arch', /▸ do +archive/u)
      await desk.sees(/agent +swarm_dev.architect/u)
    },
  },
  { name: 'palette-inputs', play: (desk) => palette(desk, 'queue create nightly --or', /▸ --order/u) },
  {
    name: 'help',
    async play(desk) {
      await panes(desk)
      await desk.press('?')
      await desk.sees('archive the whole thread')
    },
  },
]

const supervising: readonly Scene[] = [
  {
    name: 'pair',
    async play(desk) {
      const bob = await desk.as('bob')
      const { messages } = await (await desk.as('lea')).inbox({ limit: 50 })
      const red = messages.find(({ subject }) => subject === 'Tests red on main')
      await bob.here({ terminal: 'pictures', thread: red?.id ?? '', replying: true })
      await open(desk, 'Tests red on main')
      await desk.sees('bob is answering this')
    },
  },
  {
    name: 'metrics',
    async play(desk) {
      await panes(desk)
      await desk.press('M')
      await desk.sees('an hour')
    },
  },
  {
    name: 'timeline',
    async play(desk) {
      await list(desk, '● critic', 'looking changes nothing')
      await desk.press('T')
      await desk.sees('Tests red on main')
    },
  },
  { name: 'read-only', readOnly: true, play: (desk) => desk.sees('read-only') },
]

/** Every screen there is, each as somebody comes to it. */
export const scenes: readonly Scene[] = [...reading, ...writing, ...places, ...finding, ...supervising]
