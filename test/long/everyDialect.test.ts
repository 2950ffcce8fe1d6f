// Each dialect of the tests, two at a time in a window.

import { dialectNames } from "../support/dialectService/dialects";
import { describeMainJobs } from "../support/dialectService/mainJobs";

for (let index = 0; index < dialectNames.length; index += 2) {
  const [one = "plain", other = "plain"] = dialectNames.slice(index, index + 2);
  describeMainJobs(`${one}; ${other}: two services without a setting`, [one, other]);
}
