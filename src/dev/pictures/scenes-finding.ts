import { goTo } from '../../../test/support/terminal-roster.ts'
import { everyTheme, list, panes, type Scene } from './scene.ts'
import type { Studio } from './studio.ts'
import { swarmWithTopics } from './worlds.ts'

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

export const places: readonly Scene[] = [
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
      await list(desk, 'Redis', /counter +JWT needs no store\./u)
      await desk.press('Enter')
      await desk.sees('round 2/5')
      // Both positions stood there long enough to be read.
      await desk.sees('11 unread')
    },
  },
  { name: 'task', fill: swarmWithTopics, play: (desk) => list(desk, 'nightly', /▸.*Sort the night/u) },
]

export const finding: readonly Scene[] = [
  { name: 'search', play: search },
  {
    name: 'search-text',
    async play(desk) {
      await panes(desk)
      await desk.press('/')
      await desk.type('merge or retention')
      await desk.sees('Search merge or retention')
      await desk.sees('I wait with the merge')
    },
  },
  {
    name: 'saved-view',
    async play(desk) {
      await search(desk)
      await desk.press('Enter', 'K')
      await desk.sees(/Name for the view of/u)
      await desk.type('red-tests')
      await desk.press('Enter')
      await desk.sees('searches')
      await goTo(desk, 'red-tests')
      await desk.sees('─ red-tests from:critic tests')
      await desk.sees(/▸ red-tests +2/u)
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
  {
    name: 'legend',
    themes: everyTheme,
    async play(desk) {
      await panes(desk)
      await desk.press('?', '/')
      await desk.type('legend')
      await desk.sees('has work or owes an answer, and is not heard from')
    },
  },
]
