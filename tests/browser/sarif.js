// Reads {"modules": FOLDER, "logs": [LOG]} and prints what the schema of SARIF 2.1.0 says
// against each log: lists that are empty for those that are as they should be.

const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const require_ = createRequire(path.join(given.modules, "none.js"));
const Ajv = require_("ajv");
const folder = path.dirname(require_.resolve("@microsoft/jest-sarif/package.json"));
const file = path.join(folder, "lib", "schemas", "sarif-2.1.0-rtm.5.json");
const ajv = new Ajv({ allErrors: true, schemaId: "auto", logger: false });
ajv.addMetaSchema(require_("ajv/lib/refs/json-schema-draft-04.json"));
const check = ajv.compile(JSON.parse(fs.readFileSync(file, "utf8")));
const found = given.logs.map((log) => {
  check(log);
  return (check.errors || []).map((one) => `${one.dataPath}: ${one.message}`);
});
console.log(JSON.stringify(found));
