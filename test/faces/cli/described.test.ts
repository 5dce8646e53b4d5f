import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let ajv: Ajv
let document: Answer
let id = ''
beforeAll(() => {
  desk = openDesk(['critic', 'lead'])
  document = desk.json('describe', '--all')
  ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addSchema(document)
  id = desk.json('send', 'critic', '-s', 'Hello', '-b', 'There', '--as', 'lead').id
})
afterAll(() => desk.close())

/** The program's own words on what a command prints, held against what it prints. */
test.each<readonly [string, () => readonly string[]]>([
  ['init', () => []],
  ['send', () => ['critic', '-s', 'Once more', '--as', 'lead']],
  ['inbox', () => ['critic', '--body']],
  ['count', () => ['critic']],
  ['read', () => [id, '--as', 'critic']],
  ['thread', () => [id]],
  ['search', () => ['hello']],
  ['ack', () => [id, '--as', 'critic']],
  ['history', () => [id]],
  ['receipts', () => [id]],
  ['owed', () => ['--as', 'critic']],
  ['agents list', () => []],
  ['whoami', () => []],
  ['backup', () => [join(desk.folder, 'copy')]],
  ['doctor', () => []],
  ['run', () => ['critic', '--once', '--', 'true']],
  ['patrol', () => []],
])('%s prints what describe says', (command, args) => {
  const { output } = document.commands.find((one: Answer) => one.command === command)
  const { code, out, err } = desk.run([...command.split(' '), '--json', ...args()])
  expect(code, err).toBe(0)
  const values = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  const validate = ajv.getSchema(`${document.$id}${output.$ref}`)
  for (const value of values) expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true)
})

test('an error is as describe says, and so is its exit code', () => {
  const { code, err } = desk.run(['read', 'ZZZZZ', '--json'])
  const validate = ajv.getSchema(`${document.$id}#/$defs/error`)
  const value = JSON.parse(err)
  expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true)
  expect(document.errors).toContainEqual({ code: value.error.code, exit: code })
})
