import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { withParts } from '../document-parts.ts'
import type { Figure } from './measure.ts'

/** Where and of what a table was measured: others' work on the machine is part of the figures. */
export function circumstances(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const commit = stdout?.trim() ? `, commit ${stdout.trim()}` : ''
  return `2 shared cores, Node ${process.versions.node}, ${today()}${commit}, load average ${loadavg()[0]?.toFixed(1)} at the end`
}

export function benchTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, figure, aim = '', met }) => {
    const told = met === undefined ? aim : met ? `${aim} ✓` : `${aim}, missed`
    return `| ${what} | ${figure} | ${told} |`
  })
  const caption = `\`npm run bench -- --write\` wrote this table in one run on ${circumstances()}. Messages have 500 bytes, stores 200 agents, and the mailbox asked is the fullest. Trust the ratios; where others use the machine, times grow.`
  return [caption, '', '| what | measured | aim |', '| --- | --- | --- |', ...rows].join('\n')
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Puts a block between its markers in a document of the project that this runs in. */
export function writeBlock(path: string, name: string, block: string): void {
  writeFileSync(path, withParts(readFileSync(path, 'utf8'), { [name]: block }))
}
