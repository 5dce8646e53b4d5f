// Loaded into a program before its own code: at its end it writes which files it has loaded, its own and Node's.
const fs = require('node:fs')

const exit = process.reallyExit
process.reallyExit = (code) => {
  const own = Object.keys(require.cache).filter((file) => file !== __filename)
  own.push(...process.moduleLoadList)
  fs.writeFileSync(process.env.LOADED_FILES, JSON.stringify(own))
  exit.call(process, code)
}
