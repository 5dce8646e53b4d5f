import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

/** Another process that opens the store FOLDER, registers NAME in it and ends as a command does: without closing. */
const [location = '', name = ''] = process.argv.slice(2)
const store = await openSqliteStore(location, { create: true, durability: 'normal' })
const doer = { actor: name, principal: null, session: null, command: null }
await store.roster.register({ address: name, longForm: null }, doer, Date.now())
process.stdout.write((await store.facts.read()).store)
